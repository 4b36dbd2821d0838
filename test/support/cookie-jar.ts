import { callForText, type TestRequest } from './requests.ts';

/** A minimal browser that stores and sends cookies. */
export function createBrowser(headers: Readonly<Record<string, string>> = {}) {
  const cookies = new Map<string, string>();
  return {
    cookies,
    /** The Set-Cookie headers that it received, latest last. */
    setCookies: [] as string[],
    /** Opens a page, or sends a form if there is one. */
    async send(
      handler: unknown,
      query: Iterable<readonly [string, string]>,
      form?: Readonly<Record<string, string>>,
      request: TestRequest = {},
    ) {
      const Cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      const answer = await callForText(handler, {
        method: form === undefined ? 'GET' : 'POST',
        query,
        ...(form === undefined ? {} : { body: new Map(Object.entries(form)) }),
        ...request,
        headers: { ...headers, ...(Cookie === '' ? {} : { Cookie }), ...request.headers },
      });
      const set = answer.headers['Set-Cookie'];
      if (set !== undefined) {
        this.setCookies.push(set);
        const [pair = ''] = set.split(';');
        const mark = pair.indexOf('=');
        const [name, value] = [pair.slice(0, mark), pair.slice(mark + 1)];
        if (set.includes('Max-Age=0')) cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
  };
}

export type Browser = ReturnType<typeof createBrowser>;
