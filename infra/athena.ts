import { readFileSync } from 'node:fs';

/** Queries over the exported log lines, for the figures of `GET /v1/insights`. */
const NAMES = ['sessions', 'competencies', 'languages', 'times', 'feedback'] as const;
export type AthenaQueryName = (typeof NAMES)[number];

/** A query for Athena, in SQL that DuckDB also understands. */
export interface AthenaQuery {
  name: AthenaQueryName;
  /** The query's first line without its comment marks. */
  description: string;
  sql: string;
}

const FOLDER = new URL('athena/', import.meta.url);
const readSql = (name: string): string => readFileSync(new URL(`${name}.sql`, FOLDER), 'utf8');

/** The saved queries; each begins with the selection of valid lines (`athena/lines.sql`). */
export const athenaQueries = (): AthenaQuery[] =>
  NAMES.map((name) => {
    const sql = readSql(name);
    const description = sql.slice(0, sql.indexOf('\n')).replace(/^-- /, '');
    return { name, description, sql: `${readSql('lines')}${sql}` };
  });

/** The columns of the table `turns`, besides the partitions `institution` and `day`, with their Glue types. */
export const TURN_COLUMNS = {
  kind: 'string',
  sequence: 'string',
  deleted: 'boolean',
  session_id: 'string',
  qid: 'string',
  ordinal: 'int',
  happened_at: 'string',
  ai_version: 'string',
  application: 'string',
  language: 'string',
  channel: 'string',
  outcome: 'string',
  session_outcome: 'string',
  competency: 'string',
  state: 'string',
  intent: 'string',
  milliseconds: 'double',
  business_logic: 'string',
  business_logic_milliseconds: 'double',
  rating: 'string',
} as const satisfies Record<string, string>;

/** The folders of exported lines. */
export const TURNS_FOLDER = 'turns/';
export const partitionFolder = (institution: string, day: string): string =>
  `${TURNS_FOLDER}institution=${institution}/day=${day}/`;
