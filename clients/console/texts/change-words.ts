import type { ChangeList } from '../../typescript/index.ts';

type Actor = ChangeList['changes'][number]['actor'];

/** The texts of the list of changes in one language. */
export interface ChangeWords {
  about: string;
  empty: string;
  at: string;
  who: string;
  what: string;
  details: string;
  /** By action; one without a text is shown by its name. */
  actions: Readonly<Record<string, string>>;
  actors: Record<Actor['kind'], string>;
  /** The hosts of business logic before and after a change. */
  hosts: (before: string, after: string) => string;
  /** The share of an application's users. */
  percent: (share: number, application: string) => string;
}
