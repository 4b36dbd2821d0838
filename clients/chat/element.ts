import { isObject, type JsonObject } from '../typescript/exchange.ts';
import {
  CallError,
  type Credential,
  type IssuedToken,
  Parley,
  type QueryAnswer,
} from '../typescript/index.ts';
import { OWN_SURROUNDINGS } from '../typescript/surroundings.ts';
import { type Entry, MAX_ENTRIES, openMemory, type Pending, type Remembered } from './memory.ts';
import { tellOwner } from './owner.ts';
import { listen, recognitionMaker, speak } from './speech.ts';
import { type Texts, textsOf } from './texts.ts';
import { View } from './view.ts';

/**
 * The time after which a text that was said in a conversation which has ended since is not sent again, unless its
 * user wants it.
 */
const FORGOTTEN_MS = 10 * 60_000;

/** The attributes that make the chat another one. */
const ATTRIBUTES = ['app-key', 'token-url', 'service', 'application', 'lang', 'chat-title', 'speech'];

/**
 * `<parley-chat>`: a conversation with an assistant, in a page.
 *
 * | attribute | |
 * |---|---|
 * | `app-key`, or `token-url` | what the page is let in by, or where its own server gives tokens for its user |
 * | `application`, `language`, `user` | as in a query (`user`: its `external_user_id`) |
 * | `chat-title`, `greeting` | its name, and what it says first |
 * | `welcome` | asks for the assistant's own welcome: a query for each new conversation |
 * | `speech` | listens and speaks where the browser can |
 * | `service` | where the service is, where the script did not come from there |
 *
 * It sends `parley-answer` with each answer and `parley-error` with each {@link CallError}, as `detail`.
 */
export class ParleyChat extends HTMLElement {
  static readonly observedAttributes = ATTRIBUTES;
  /** The address that the script came from, up to `/v1`. */
  static service = '';

  #view: View | undefined;
  #client: Parley | undefined;
  #memory: ReturnType<typeof openMemory> | undefined;
  #remembered: Remembered = { entries: [], draft: '' };
  /** Ends the query that is under way, when the element leaves the page. */
  #underWay: AbortController | undefined;
  /** Ends listening. */
  #hearing: AbortController | undefined;
  readonly #comeBack = () => {
    if (this.#underWay === undefined && this.#remembered.pending !== undefined) this.#deliver();
  };

  connectedCallback(): void {
    this.#open();
    addEventListener('online', this.#comeBack);
  }

  disconnectedCallback(): void {
    this.#close();
    removeEventListener('online', this.#comeBack);
  }

  attributeChangedCallback(_name: string, before: string | null, now: string | null): void {
    if (this.#view === undefined || before === now) return;
    this.#close();
    this.#open();
  }

  #open(): void {
    const texts = this.#texts;
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const hears = this.hasAttribute('speech') && recognitionMaker() !== undefined;
    const view = new View(root, {
      title: this.getAttribute('chat-title') ?? texts.title,
      texts,
      actions: {
        send: (text) => this.#send(text, false),
        retry: () => this.#deliver(),
        type: (draft) => this.#keep({ draft }),
        ...(hears && { listen: () => void this.#listen() }),
      },
    });
    this.#view = view;
    this.#client = undefined;
    const place = `${this.#service} ${this.getAttribute('application') ?? ''} ${this.id}`;
    this.#memory = openMemory(place, OWN_SURROUNDINGS.newId);
    this.#remembered = this.#memory.load();
    view.draft = this.#remembered.draft;
    const greeting = this.getAttribute('greeting');
    if (greeting !== null)
      view.add({ from: 'assistant', visuals: { speakableResponse: greeting }, language: '' });
    for (const entry of this.#remembered.entries) view.add(entry);
    const { pending, entries } = this.#remembered;
    if (pending === undefined) {
      if (entries.length === 0 && this.hasAttribute('welcome')) this.#ask('', false);
      return;
    }
    // The page was left before the answer came.
    if (Date.now() - pending.sentAt < FORGOTTEN_MS) this.#deliver();
    else view.fail('');
  }

  #close(): void {
    this.#underWay?.abort();
    this.#underWay = undefined;
    this.#hearing?.abort();
    this.#view = undefined;
    if (this.hasAttribute('speech')) speak('', '');
  }

  get #texts(): Texts {
    return textsOf(this.#pageLanguage);
  }

  get #pageLanguage(): string {
    return this.closest('[lang]')?.getAttribute('lang') || navigator.language;
  }

  get #service(): string {
    return (this.getAttribute('service') ?? ParleyChat.service).replace(/\/+$/, '');
  }

  #keep(change: Partial<Remembered>): void {
    this.#remembered = { ...this.#remembered, ...change };
    this.#memory?.save(this.#remembered);
  }

  #add(entry: Entry): void {
    this.#keep({ entries: [...this.#remembered.entries, entry].slice(-MAX_ENTRIES) });
    this.#view?.add(entry);
  }

  /** Takes what the user said; while an answer is awaited, it stays where it was typed. */
  #send(text: string, spoken: boolean): void {
    const query = text.trim();
    if (query === '' || this.#underWay !== undefined || this.#view === undefined) return;
    this.#hearing?.abort();
    if (this.hasAttribute('speech')) speak('', '');
    // A choice is not what stands in the draft.
    const draft = text === this.#remembered.draft ? '' : this.#remembered.draft;
    this.#keep({ draft });
    this.#view.draft = draft;
    this.#view.recover();
    this.#add({ from: 'user', text: query });
    this.#ask(query, spoken);
  }

  /** Asks a new query; an empty first one is answered by the assistant's welcome. */
  #ask(query: string, spoken: boolean): void {
    const key = OWN_SURROUNDINGS.newId();
    this.#keep({ pending: { key, body: this.#body(query, spoken), sentAt: Date.now(), spoken } });
    this.#deliver();
  }

  #body(query: string, spoken: boolean): Pending['body'] {
    const application = this.getAttribute('application');
    const language = this.getAttribute('language');
    const { dialog } = this.#remembered;
    return {
      query,
      external_user_id: this.getAttribute('user') ?? this.#memory?.user() ?? '',
      device: spoken ? 'voice' : 'web',
      time_offset: -new Date().getTimezoneOffset(),
      ...(application !== null && { application }),
      ...(language !== null && { language }),
      ...(dialog !== undefined && { dialog }),
    };
  }

  /** Sends what waits, for the first time or again: it is answered once. */
  async #deliver(): Promise<void> {
    const { pending } = this.#remembered;
    if (pending === undefined || this.#underWay !== undefined) return;
    const call = new AbortController();
    this.#underWay = call;
    this.#view?.recover();
    this.#view?.wait('writing');
    try {
      this.#client ??= this.#connect();
      const { key: idempotencyKey, body } = pending;
      const asked = { ...body, external_user_id: String(body.external_user_id) };
      const answer = await this.#client.query(asked, { idempotencyKey, signal: call.signal });
      if (!call.signal.aborted) this.#answered(answer, pending);
    } catch (error) {
      if (!call.signal.aborted) this.#failed(error);
    } finally {
      if (this.#underWay === call) this.#underWay = undefined;
    }
  }

  #answered(answer: QueryAnswer, { spoken }: Pending): void {
    const { pending: _answered, ...rest } = this.#remembered;
    this.#remembered = { ...rest, dialog: answer.dialog };
    this.#view?.wait(undefined);
    this.#add({ from: 'assistant', visuals: { ...answer.visuals }, language: answer.language });
    if (spoken) speak(answer.visuals.speakableResponse, answer.language);
    this.dispatchEvent(new CustomEvent('parley-answer', { detail: answer, bubbles: true }));
  }

  #failed(error: unknown): void {
    const known =
      error instanceof CallError ? error : new CallError('token', String(error), { cause: error });
    const { offline, busy, unavailable } = this.#texts;
    const away = known.code === 'network' || known.code === 'timeout';
    this.#view?.wait(undefined);
    this.#view?.fail(away ? offline : known.status === 429 || known.status === 503 ? busy : unavailable);
    tellOwner(known, this.#service);
    this.dispatchEvent(new CustomEvent('parley-error', { detail: known, bubbles: true }));
  }

  /** @throws {CallError} `incomplete`: the element says not enough */
  #connect(): Parley {
    const appKey = this.getAttribute('app-key');
    const tokenUrl = this.getAttribute('token-url');
    const credential: Credential | undefined =
      tokenUrl !== null
        ? { token: (signal) => fetchToken(tokenUrl, signal) }
        : appKey !== null
          ? { appKey }
          : undefined;
    if (credential === undefined || this.#service === '') {
      throw new CallError(
        'incomplete',
        'Give the element app-key or token-url, and service where its script is yours.',
      );
    }
    return new Parley({ baseUrl: this.#service, credential });
  }

  /** Listens, or where it does already, no longer. */
  async #listen(): Promise<void> {
    const Maker = recognitionMaker();
    if (this.#hearing !== undefined) return this.#hearing.abort();
    if (Maker === undefined || this.#underWay !== undefined) return;
    const hearing = new AbortController();
    this.#hearing = hearing;
    speak('', '');
    this.#view?.wait('listening');
    const heard = await listen(Maker, this.getAttribute('language') ?? this.#pageLanguage, hearing.signal);
    this.#hearing = undefined;
    if (heard !== '') return this.#send(heard, true);
    // A query that was typed meanwhile shows a sign of its own.
    if (this.#underWay !== undefined) return;
    if (hearing.signal.aborted) this.#view?.wait(undefined);
    else this.#view?.tell(this.#texts.notHeard);
  }
}

/** Asks the page's own server, which knows its user by the page's cookies. */
async function fetchToken(url: string, signal: AbortSignal | undefined): Promise<IssuedToken> {
  const answer = await fetch(url, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { Accept: 'application/json' },
    ...(signal && { signal }),
  }).catch((cause: unknown) => {
    throw new CallError('network', `The token-url ${url} could not be reached.`, { cause });
  });
  const token: unknown = await answer.json().catch(() => undefined);
  if (answer.ok && isToken(token)) return token;
  throw new CallError('token', `The token-url ${url} gave no token.`, { status: answer.status });
}

const isToken = (value: unknown): value is IssuedToken & JsonObject =>
  isObject(value) && typeof value.access_token === 'string' && typeof value.expires_in === 'number';
