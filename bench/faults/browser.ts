import { formTokenOf } from '../../infra/openapi/code-flow.ts';
import type { Call } from '../support/load.ts';

/** The answer of a page. */
interface Shown {
  status: number;
  location: string;
  body: string;
}

/** A minimal browser that keeps cookies and sends forms. */
export interface Browser {
  open(path: string): Promise<Shown>;
  /** Opens a page and sends its form. */
  submit(path: string, form: Record<string, string>): Promise<Shown>;
  /** Opens a page and returns the call that sends its form. */
  form(path: string, form: Record<string, string>): Promise<Call>;
  /** Returns the call that opens a page. */
  visit(path: string): Call;
}

export function createBrowser(baseUrl: string): Browser {
  const cookies = new Map<string, string>();
  const headers = (): Record<string, string> => ({
    Cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
  });
  const show = async (path: string, form?: URLSearchParams): Promise<Shown> => {
    const answer = await fetch(new URL(path, baseUrl), {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: headers(),
      ...(form === undefined ? {} : { body: form }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]?.split('=') ?? [];
      if (set.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
    return {
      status: answer.status,
      location: answer.headers.get('location') ?? '',
      body: await answer.text(),
    };
  };
  const filled = async (path: string, form: Record<string, string>) =>
    new URLSearchParams({ form_token: formTokenOf((await show(path)).body), ...form });
  return {
    open: (path) => show(path),
    submit: async (path, form) => show(path, await filled(path, form)),
    form: async (path, form) => {
      const body = (await filled(path, form)).toString();
      return {
        method: 'POST',
        path,
        headers: { ...headers(), 'Content-Type': 'application/x-www-form-urlencoded' },
        body: () => body,
        status: 303,
      };
    },
    visit: (path) => ({ method: 'GET', path, headers: headers() }),
  };
}
