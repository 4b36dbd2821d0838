import { QueryDefinition, QueryString } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import type { ServiceFunction } from './service-function.ts';

/** Placeholders to replace before running a query. */
const SOME_INSTITUTION = 'acme';
const SOME_REQUEST = 'the request_id';

/** Logs Insights queries saved with the stack: by institution and by request. Each is billed by the data it scans. */
const QUERIES: Readonly<
  Record<string, { fields?: string[]; filter: string[]; stats?: string; sort?: string; limit?: number }>
> = {
  'Answers by institution': {
    filter: ['ispresent(institution) and ispresent(statusCode)'],
    stats:
      'count(*) as answers, sum(statusCode = 429) as limited, sum(statusCode >= 500) as failed, ' +
      'pct(milliseconds, 50) as p50, pct(milliseconds, 99) as p99 by institution',
    sort: 'answers desc',
  },
  'Refused by limits': {
    filter: ['statusCode = 429 and ispresent(institution)'],
    stats: 'count(*) as refused by institution, route, bin(1m)',
    sort: 'refused desc',
  },
  'Versions of an institution': {
    filter: [`institution = "${SOME_INSTITUTION}" and ispresent(versionId) and ispresent(statusCode)`],
    stats: 'count(*) as answers, pct(milliseconds, 99) as p99 by versionId',
    sort: 'answers desc',
  },
  'What failed at an institution': {
    fields: ['@timestamp', 'requestId', 'route', 'statusCode', 'outcome', 'versionId', 'message'],
    filter: [`institution = "${SOME_INSTITUTION}"`, 'statusCode >= 400 or level in ["WARN", "ERROR"]'],
    sort: '@timestamp desc',
    limit: 200,
  },
  'All of one request': {
    fields: ['@timestamp', 'service', 'institution', 'versionId', '@message'],
    filter: [`requestId = "${SOME_REQUEST}"`],
    sort: '@timestamp asc',
    limit: 200,
  },
};

/** Saves the queries over all functions' logs in a folder named after the stack. */
export function addLogQueries(
  scope: Construct,
  functions: Readonly<Record<string, ServiceFunction>>,
  { stackName }: Pick<Settings, 'stackName'>,
): void {
  const logGroups = Object.values(functions).map(({ lines }) => lines);
  for (const [name, { filter: filterStatements, stats, ...parts }] of Object.entries(QUERIES)) {
    new QueryDefinition(scope, `LogQuery${name.replaceAll(' ', '')}`, {
      queryDefinitionName: `${stackName}/${name}`,
      logGroups,
      queryString: new QueryString({
        ...parts,
        filterStatements,
        ...(stats === undefined ? {} : { statsStatements: [stats] }),
      }),
    });
  }
}
