/** The changes of a name. */
export type ServerAction = 'set_url' | 'rotate_secret' | 'retire_secret' | 'remove';

/** The texts of the page of business logic in one language. */
export interface BusinessLogicWords {
  about: string;
  empty: string;
  name: string;
  nameHint: string;
  application: string;
  applicationHint: string;
  everywhere: string;
  url: string;
  urlHint: string;
  noUrl: string;
  secrets: string;
  noSecrets: string;
  change: string;
  action: string;
  actions: Record<ServerAction, string>;
  hints: Record<ServerAction, string>;
  whyPassword: string;
  send: string;
  done: Record<Exclude<ServerAction, 'rotate_secret'>, (name: string) => string>;
  shownOnce: (name: string) => string;
}
