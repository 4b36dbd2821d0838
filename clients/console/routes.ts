/** The pages in menu order, each with the scopes that it requires. */
export const PAGES = {
  overview: 'conversation_read',
  conversations: 'conversation_read',
  inbox: 'conversation_answer',
  improve: 'conversation_read',
  try: 'query',
  drafts: 'ai_model_write',
  versions: 'version_write',
  'business-logic': 'business_logic_write',
  keys: 'app_read',
  changes: 'audit_read',
} as const;

export type PageName = keyof typeof PAGES;

/** A place in the console, stored in the fragment of the address (#), which browsers do not send. */
export interface Route {
  page: PageName;
  /** The id of the page's subject, if any. */
  id?: string;
  /** The filters of the page. */
  filter: Readonly<Record<string, string>>;
}

const isPage = (name: string): name is PageName => Object.hasOwn(PAGES, name);

/** The pages that a person may see. */
export const pagesFor = (scopes: readonly string[]): PageName[] =>
  Object.entries(PAGES).flatMap(([name, scope]) => (isPage(name) && scopes.includes(scope) ? [name] : []));

/** @returns undefined for an unknown address */
export function readRoute(hash: string): Route | undefined {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [page = '', id, ...more] = path.split('/');
  if (!isPage(page) || more.length > 0) return undefined;
  const filter = Object.fromEntries(new URLSearchParams(query));
  return { page, ...(id && { id: decoded(id) }), filter };
}

export function writeRoute({ page, id, filter }: Partial<Route> & Pick<Route, 'page'>): string {
  const set = Object.entries(filter ?? {}).filter(([, value]) => value !== '');
  const query = new URLSearchParams(set).toString();
  return `#/${page}${id === undefined ? '' : `/${encodeURIComponent(id)}`}${query === '' ? '' : `?${query}`}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
