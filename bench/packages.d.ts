/** The used part of NLP.js, which has no types. */
declare module 'node-nlp' {
  export class NlpManager {
    constructor(settings: object);
    addDocument(language: string, utterance: string, intent: string): void;
    train(): Promise<void>;
    process(
      language: string,
      utterance: string,
    ): Promise<{ intent: string; classifications: { intent: string; score: number }[] }>;
    export(minified: boolean): string;
  }
}

/** The used part of node-oauth2-server, whose types are available only if it is installed. */
declare module '@node-oauth/oauth2-server' {
  class OAuth2Server {
    constructor(settings: { model: object });
    token(request: OAuth2Server.Request, response: OAuth2Server.Response): Promise<unknown>;
  }
  namespace OAuth2Server {
    type User = object;
    interface Token {
      accessToken: string;
    }
    class Request {
      constructor(settings: { headers: object; method: string; query: object; body: object });
    }
    class Response {
      constructor(settings: { headers: object });
      status?: number;
      headers?: Record<string, string>;
      body?: unknown;
    }
  }
  export default OAuth2Server;
}

/** The used part of oidc-provider, which has no types. */
declare module 'oidc-provider' {
  export class Provider {
    constructor(issuer: string, settings: object);
    callback(): import('node:http').RequestListener;
  }
}

/** The used part of chrono-node, whose types are available only if it is installed. */
declare module 'chrono-node' {
  export interface ParsedComponents {
    isCertain(part: 'hour' | 'day' | 'weekday' | 'month'): boolean;
    get(part: 'year' | 'month' | 'day' | 'hour' | 'minute'): number | null;
  }
  interface Parser {
    parse(
      text: string,
      reference: { instant: Date; timezone: number },
      options: { forwardDate: boolean },
    ): { start: ParsedComponents; end?: ParsedComponents | null }[];
  }
  export const en: Parser;
  export const de: Parser;
  export const es: Parser;
  export const fr: Parser;
  export const pt: Parser;
  export const it: Parser;
  export const nl: Parser;
}

/** The used part of Microsoft's recognizers-text, whose types are available only if it is installed. */
declare module '@microsoft/recognizers-text-suite' {
  interface Result {
    resolution: {
      value: unknown;
      unit?: string;
      isoCurrency?: string;
      values?: (Record<string, string> & { type: string; timex: string })[];
    };
  }
  const recognizers: {
    recognizeNumber(text: string, culture: string, options: number, fallback: boolean): Result[];
    recognizeOrdinal(text: string, culture: string, options: number, fallback: boolean): Result[];
    recognizeCurrency(text: string, culture: string, options: number, fallback: boolean): Result[];
    recognizeDateTime(
      text: string,
      culture: string,
      options: number,
      reference: Date,
      fallback: boolean,
    ): Result[];
  };
  export default recognizers;
}
