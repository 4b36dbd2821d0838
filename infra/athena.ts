import { readFileSync } from 'node:fs';

/** The queries of the lines: the figures of `GET /v1/insights`. */
const NAMES = ['sessions', 'competencies', 'languages', 'times', 'feedback'] as const;
export type AthenaQueryName = (typeof NAMES)[number];

/** A question of Athena's, in SQL that DuckDB understands as well. */
export interface AthenaQuery {
  name: AthenaQueryName;
  /** Its first line, without the marks of a comment. */
  description: string;
  sql: string;
}

const FOLDER = new URL('athena/', import.meta.url);
const readSql = (name: string): string => readFileSync(new URL(`${name}.sql`, FOLDER), 'utf8');

/** The saved questions; each begins with which lines count (`athena/lines.sql`). */
export const athenaQueries = (): AthenaQuery[] =>
  NAMES.map((name) => {
    const sql = readSql(name);
    const description = sql.slice(0, sql.indexOf('\n')).replace(/^-- /, '');
    return { name, description, sql: `${readSql('lines')}${sql}` };
  });

/** The columns of the table `turns`, beside the folders `institution` and `day`: what Glue calls their types. */
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

/** The folders under which lines are kept, each with its begin of a name. */
export const TURNS_FOLDER = 'turns/';
export const partitionFolder = (institution: string, day: string): string =>
  `${TURNS_FOLDER}institution=${institution}/day=${day}/`;
