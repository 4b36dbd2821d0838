/** What the bench uses of NLP.js, which comes without types. */
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

/** What the bench uses of node-oauth2-server, whose types are there only where it is installed. */
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

/** What the bench uses of oidc-provider, which comes without types. */
declare module 'oidc-provider' {
  export class Provider {
    constructor(issuer: string, settings: object);
    callback(): import('node:http').RequestListener;
  }
}
