/** The usage of a request, as measured by `npm run bench -- cost` and `npm run bench -- lambda`. */
export const TAKES = {
  /** DynamoDB units of a query with a token. */
  query: { reads: 4, writes: 2 },
  /** Additional write units of a session's first query, for the index by which an erasure finds it. */
  session: { writes: 1 },
  /** Additional write units of a logged query, minimum and maximum. */
  log: { least: 4, most: 5 },
  /** Write units of a turn's counters if their item exceeds 1 KB. */
  counters: 2,
  /** Additional write units to reserve the session before a deed. */
  deed: 2,
  /** Maximum read units for one server's health, per process and second; half a unit each. */
  guardReads: 4 * 0.5,
  guard: 0.5,
  limits: { writes: 2 },
  idempotencyKey: { reads: 1, writes: 8 },
  token: { reads: 6, writes: 6 },
  refusedSecret: { reads: 4, writes: 2 },
  /**
   * Units of a poll for the messages of a dialog that people own, and of the longest wait for them (`npm run bench --
   * waiting`).
   */
  messages: { reads: 5, writes: 1 },
  wait: { reads: 24, writes: 2, seconds: 20 },
  /** Units of a poll of the inbox without conversations, the bytes of a conversation in it, and the console's pause. */
  inbox: { reads: 3, writes: 1, lineBytes: 480, everySeconds: 4 },
  /** Kilobytes of the log lines of a poll or a wait. */
  messagesLogKilobytes: 1.8,
  /** Milliseconds of Lambda, including round trips. */
  authorizerMs: 6,
  queryMs: 20,
  messagesMs: 10,
  /** A look for what webhooks are to get: milliseconds of Lambda, round trips included, and queries besides. */
  webhooksLook: { ms: 50, reads: 1, readsOfInstitution: 2, readsOfWebhook: 1 },
  /**
   * A run of the function that groups queries: milliseconds of Lambda, and reads of the days that are due. Of a day
   * whose groups are as large as they get: reads of the groups and of 100 queries, and the write of the groups.
   */
  grouping: { ms: 100, reads: 16 * 0.5, readsOfDay: 25 + 25, writesOfDay: 100 },
  /** Metrics in the alarm of the function that delivers. */
  webhooksAlarmMetrics: 2,
  /** A look for messages of channels that were left over: the same for the setting `channels`. */
  channelsLook: { ms: 50, reads: 1, readsOfInstitution: 1, readsOfChannel: 1 },
  /** Metrics in the alarms of the function that answers and of the first channel's function. */
  channelsAlarmMetrics: 4,
  /**
   * Write units of a message: taken in a transaction of two items, claimed, its attempt counted, its place kept, its
   * answer of one part noted, forgotten twice.
   */
  channelMessage: { writes: 2 + 2 + 1 + 1 + 1 + 1 + 1 + 1, reads: 6 },
  /** Of an input of a call: the call written when it is heard and when it is answered, and its place kept. */
  callInput: { writes: 2 + 1, reads: 1 + 2 },
  /**
   * Of an input of a call over a connection: the call written when it is heard, when its query is begun, when it is
   * answered and when that is sent, and its place kept; what is read of its connection, its channel and itself; two
   * messages over the connection; two looks after a time, which are sent, received and deleted; three invocations of this
   * many milliseconds in all besides the query; and a quarter of a minute.
   */
  relayInput: {
    writes: 4 + 1,
    reads: 1 + 1 + 4 + 2 + 2,
    messages: 2,
    queueRequests: 6,
    ms: 250,
    minutes: 0.25,
  },
  /** Write units of an event to one webhook: written, put on its way, each in a transaction, and forgotten. */
  webhookEvent: { writes: 2 + 2 + 2 + 1 },
  /** Seconds of CPU to train English utterances of 150 labels, none of them encoded before; one core does all of it. */
  trainings: [
    { utterances: 1500, seconds: 12 },
    { utterances: 15_000, seconds: 113 },
  ],
  /** Kilobytes of an answer, and of a query's log lines (ours, Lambda's and the gateway's). */
  answerKilobytes: 0.9,
  logKilobytes: 3.125,
  /** Reads of a query from its institution's own partition of Versions. */
  selectorReads: 1,
} as const;
