/** What a request takes, as `npm run bench -- cost` and `npm run bench -- lambda` measure it. */
export const TAKES = {
  /** Units of DynamoDB of a query by token. */
  query: { reads: 4, writes: 2 },
  /** The writes that a query has more, where its version keeps conversations: the fewest and the most. */
  log: { least: 4, most: 5 },
  /** The units of a turn's counters, where their item is over 1 KB. */
  counters: 2,
  /** The write of the session that a deed has more, before it is done. */
  deed: 2,
  /** The most that one deployment reads of one server of business logic: by process and second, half a unit each. */
  guardReads: 4 * 0.5,
  guard: 0.5,
  limits: { writes: 2 },
  idempotencyKey: { reads: 1, writes: 8 },
  token: { reads: 6, writes: 6 },
  refusedSecret: { reads: 4, writes: 2 },
  /** Milliseconds of Lambda, with its round trips. */
  authorizerMs: 6,
  queryMs: 20,
  /** Kilobytes of an answer, and of the log lines of a query: ours, Lambda's and the gateway's. */
  answerKilobytes: 0.9,
  logKilobytes: 3.125,
  /** Reads of a query that its institution's own partition of Versions has. */
  selectorReads: 1,
} as const;
