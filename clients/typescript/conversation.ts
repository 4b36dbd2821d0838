import type { OwnFields, QueryAnswer, QueryFields, QueryOptions, QueryRequest } from './messages.ts';

/** The fields that stay the same from query to query. */
export type ConversationOptions = Omit<QueryFields, 'query' | 'dialog'> &
  OwnFields & {
    /** The dialog of an earlier answer, to go on from. */
    dialog?: string;
  };

export interface AskOptions extends QueryOptions {
  /** Fields of this query alone. */
  fields?: Partial<Omit<QueryFields, 'query' | 'dialog'>> & OwnFields;
}

type Ask = (request: QueryRequest, options: QueryOptions) => Promise<QueryAnswer>;

/** Queries of one dialog, each asked once the one before it is answered. */
export class Conversation {
  /**
   * The dialog, to be kept where the conversation is to outlive this object; it ends ten minutes after the last
   * answer.
   */
  dialog: string | undefined;
  readonly #ask: Ask;
  readonly #fields: Omit<QueryFields, 'query' | 'dialog'> & OwnFields;
  #last: Promise<unknown> = Promise.resolve();

  constructor(ask: Ask, { dialog, ...fields }: ConversationOptions) {
    this.#ask = ask;
    this.#fields = fields;
    this.dialog = dialog;
  }

  ask(query: string, { fields, ...options }: AskOptions = {}): Promise<QueryAnswer> {
    const answered = this.#last.then(async () => {
      options.signal?.throwIfAborted();
      const dialog = this.dialog === undefined ? {} : { dialog: this.dialog };
      const answer = await this.#ask({ ...this.#fields, ...fields, ...dialog, query }, options);
      this.dialog = answer.dialog;
      return answer;
    });
    // One that fails keeps no other from being asked.
    this.#last = answered.catch(() => undefined);
    return answered;
  }
}
