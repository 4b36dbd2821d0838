import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { tableEnvironment } from '../../local/create-tables.ts';

/** Keys and tokens that stand in one of their two tables alone, which nothing that fails may leave behind. */
export async function halfWritten(endpoint: string): Promise<number> {
  const client = connect(endpoint);
  const tables = tableEnvironment();
  const digests = async (TableName: string | undefined, of: (item: Record<string, unknown>) => unknown) => {
    const seen = new Set<string>();
    for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true })) {
      for (const item of Items) {
        const digest = of(item);
        if (digest !== undefined) seen.add(String(digest));
      }
    }
    return seen;
  };
  const isListed = ({ kind }: Record<string, unknown>) => kind === 'key' || kind === 'token';
  const lookups = await digests(tables.CREDENTIALS_TABLE, (item) => (isListed(item) ? item.pk : undefined));
  const listings = await digests(tables.CREDENTIAL_OWNERS_TABLE, ({ digest }) => digest);
  client.destroy();
  return lookups.symmetricDifference(listings).size;
}
