import { seededRandom } from '../../engine/train/random.ts';
import { setLimits } from '../../functions/shared/domain/institutions/institutions.ts';
import type { OperatorStores } from '../../functions/shared/store/operator-stores.ts';
import { classesOf, filled, madeUpWords } from '../slow/shapes.ts';
import type { FaultProxy } from '../support/fault-proxy.ts';
import { balanceQuestion } from '../support/varied-sentences.ts';
import type { TwoServers } from './server.ts';

/** The parts of a deployment in which faults are injected. */
export interface World {
  operator: OperatorStores;
  servers: TwoServers;
  /** The proxy between the functions and DynamoDB. */
  store: FaultProxy;
  /** The institution under faults. */
  busy: string;
}

/** A fault that affects one institution, or something that both institutions share. */
export interface Fault {
  name: string;
  /** Queries per second of the institution under the fault, as a multiple of the other's. */
  rate: number;
  /** The fields of its queries. */
  fields: (index: number) => Record<string, string>;
  begin?: (world: World) => Promise<void> | void;
  end?: (world: World) => Promise<void> | void;
}

const asks = (index: number): Record<string, string> => ({ query: balanceQuestion(index) });

/** The operation that only the conversation log uses. */
const LOG_OPERATION = 'BatchWriteItem';

const LONGEST = 4096;

/** The longest allowed queries, with words that cost much analysis. */
function dearQueries(): string[] {
  const random = seededRandom(7);
  const classes = [...classesOf('en'), ...madeUpWords(random)];
  return classes.map((picked) => filled([picked], ' ', LONGEST, random));
}

const dear = dearQueries();

/** No fault, but the same load of a neighbour on the machine. */
export const NONE: Fault = { name: 'none', rate: 1, fields: asks };

export const FAULTS: readonly Fault[] = [
  NONE,
  {
    name: 'business logic hangs',
    rate: 1,
    fields: asks,
    begin: ({ servers, busy }) => servers.behave(busy, 'hangs'),
    end: ({ servers, busy }) => servers.behave(busy, 'answers'),
  },
  {
    name: 'business logic answers 503',
    rate: 1,
    fields: asks,
    begin: ({ servers, busy }) => servers.behave(busy, 'fails'),
    end: ({ servers, busy }) => servers.behave(busy, 'answers'),
  },
  {
    name: 'its limit is exceeded',
    rate: 4,
    fields: asks,
    begin: async ({ operator, busy }) => void (await setLimits(operator, busy, { queriesPerSecond: 2 })),
    end: async ({ operator, busy }) => void (await setLimits(operator, busy, { queriesPerSecond: null })),
  },
  {
    name: 'one dialog has all queries',
    rate: 1,
    fields: (index) => ({ ...asks(index), dialog_seed: 'hot' }),
  },
  {
    name: 'the log is throttled',
    rate: 1,
    fields: asks,
    begin: ({ store }) => {
      store.fault = (operation) =>
        operation === LOG_OPERATION ? { error: 'ProvisionedThroughputExceededException' } : undefined;
    },
    end: ({ store }) => {
      store.fault = () => undefined;
    },
  },
  {
    name: 'the log hangs',
    rate: 1,
    fields: asks,
    begin: ({ store }) => {
      store.fault = (operation) => (operation === LOG_OPERATION ? 'hang' : undefined);
    },
    end: ({ store }) => {
      store.fault = () => undefined;
    },
  },
  {
    name: 'its queries are dear',
    rate: 0.25,
    fields: (index) => ({ query: dear[index % dear.length] ?? '' }),
  },
];
