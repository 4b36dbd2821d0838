import type { OwnFields, QueryAnswer, QueryFields, QueryOptions, QueryRequest } from './messages.ts';

/** The fields that are the same for every query. */
export type ConversationOptions = Omit<QueryFields, 'query' | 'dialog'> &
  OwnFields & {
    /** The dialog of an earlier answer, to continue from. */
    dialog?: string;
  };

export interface AskOptions extends QueryOptions {
  /** Fields for this query only. */
  fields?: Partial<Omit<QueryFields, 'query' | 'dialog'>> & OwnFields;
}

type Ask = (request: QueryRequest, options: QueryOptions) => Promise<QueryAnswer>;

/** Queries of one dialog, each sent after the one before is answered. */
export class Conversation {
  /** The dialog. Store it if the conversation should outlive this object; it ends ten minutes after the last answer. */
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
    // A failed query does not keep later ones from being sent.
    this.#last = answered.catch(() => undefined);
    return answered;
  }
}
