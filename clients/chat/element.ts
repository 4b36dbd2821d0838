import type { ChatAttributes, ChatElement } from '../typescript/chat.ts';
import { isObject, type JsonObject } from '../typescript/exchange.ts';
import {
  CallError,
  type Credential,
  type IssuedToken,
  Parley,
  type QueryAnswer,
} from '../typescript/index.ts';
import { OWN_SURROUNDINGS } from '../typescript/surroundings.ts';
import {
  type AssistantEntry,
  type Entry,
  MAX_ENTRIES,
  openMemory,
  type Pending,
  type Rateable,
  type Rating,
  type Remembered,
} from './memory.ts';
import { tellOwner, type Wanted } from './owner.ts';
import { listen, recognitionMaker, speak } from './speech.ts';
import { type Texts, textsOf } from './texts.ts';
import { download, transcriptOf } from './transcript.ts';
import { SMALL_SCREEN, View } from './view.ts';

/** Age after which an unsent message of an ended conversation is sent only if the user asks for it. */
const FORGOTTEN_MS = 10 * 60_000;

/** How long each wait for a person's message lasts, and the pause after a failed wait. */
const WAIT_SECONDS = 20;
const DEAF_MS = 10_000;

/** A change of these attributes starts the chat anew. */
const ATTRIBUTES: readonly (keyof ChatAttributes)[] = [
  'app-key',
  'token-url',
  'service',
  'application',
  'lang',
  'chat-title',
  'speech',
  'feedback',
  'launcher',
];

/** `<parley-chat>`: a conversation with an assistant, in a page. [README.md](README.md) describes its attributes. */
export class ParleyChat extends HTMLElement implements ChatElement {
  static readonly observedAttributes = [...ATTRIBUTES, 'open'];
  /** The service's address, up to `/v1`, from which the script was loaded. */
  static service = '';

  #view: View | undefined;
  #client: Parley | undefined;
  #memory: ReturnType<typeof openMemory> | undefined;
  #remembered: Remembered = { entries: [], draft: '' };
  /** Aborts the current query when the element leaves the page. */
  #underWay: AbortController | undefined;
  /** Aborts the wait for people's messages. */
  #peopleHeard: AbortController | undefined;
  /** True while a person is known to be typing. */
  #isPersonTyping = false;
  /** Aborts speech recognition. */
  #hearing: AbortController | undefined;
  /** True while the user, not the page, opens or closes the chat. */
  #isByUser = false;
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

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (this.#view === undefined || before === now) return;
    if (name === 'open') {
      if ((before === null) !== (now === null)) this.#toggled();
      return;
    }
    this.#close();
    this.#open();
  }

  /** Whether a chat with a launcher is open. Setting it leaves the focus where it is. */
  get open(): boolean {
    return this.hasAttribute('open');
  }

  set open(isOpen: boolean) {
    this.toggleAttribute('open', isOpen);
  }

  /** Opens a chat with a launcher and moves the focus into it. */
  show(): void {
    this.#toggle(true);
  }

  /** Closes a chat with a launcher. */
  close(): void {
    this.#toggle(false);
  }

  /** Forgets the conversation and begins a new one. */
  newConversation(): void {
    const { draft, isOpen } = this.#remembered;
    this.#close();
    this.#memory?.save({ entries: [], draft, ...(isOpen !== undefined && { isOpen }) });
    if (this.isConnected) this.#open();
  }

  /** The conversation as plain text. */
  transcript(): string {
    const { title, texts } = { title: this.#title, texts: this.#texts };
    const greeting = this.#greeting;
    const entries =
      greeting === undefined ? this.#remembered.entries : [greeting, ...this.#remembered.entries];
    return transcriptOf(entries, { title, texts, language: this.#pageLanguage });
  }

  #open(): void {
    const texts = this.#texts;
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const hears = this.hasAttribute('speech') && recognitionMaker() !== undefined;
    const place = `${this.#service} ${this.getAttribute('application') ?? ''} ${this.id}`;
    this.#memory = openMemory(place, OWN_SURROUNDINGS.newId);
    this.#remembered = this.#memory.load();
    if (this.#hasLauncher) this.#openAsBefore();
    const view = new View(root, {
      title: this.#title,
      texts,
      actions: {
        send: (text) => this.#send(text, false),
        retry: () => this.#deliver(),
        type: (draft) => this.#keep({ draft }),
        ...(hears && { listen: () => void this.#listen() }),
        newConversation: () => {
          this.#byUser(() => this.newConversation());
          this.#view?.focus();
        },
        ...(navigator.clipboard && { copy: () => void this.#copy() }),
        download: () => download(this.transcript(), `chat-${new Date().toISOString().slice(0, 10)}.txt`),
        ...(this.hasAttribute('feedback') && { rate: (entry, rating) => this.#rate(entry, rating) }),
        ...(this.#hasLauncher && { toggle: (isOpen) => this.#toggle(isOpen) }),
      },
    });
    this.#view = view;
    this.#client = undefined;
    view.draft = this.#remembered.draft;
    if (this.#greeting !== undefined) view.add(this.#greeting);
    for (const entry of this.#remembered.entries) view.add(entry);
    view.reveal(this.open, this.#remembered.unread ?? 0, this.#isByUser);
    const { pending } = this.#remembered;
    void this.#hearPeople();
    if (pending === undefined) this.#welcome();
    // The user left the page before the answer arrived.
    else if (Date.now() - pending.sentAt < FORGOTTEN_MS) this.#deliver();
    else view.fail('');
  }

  /** Requests the assistant's welcome when a new conversation becomes visible. */
  #welcome(): void {
    const { pending, entries } = this.#remembered;
    if (!this.hasAttribute('welcome') || pending !== undefined || entries.length > 0) return;
    if (this.#isSeen) this.#ask('', false);
  }

  get #hasLauncher(): boolean {
    return this.hasAttribute('launcher');
  }

  get #isSeen(): boolean {
    return this.open || !this.#hasLauncher;
  }

  get #title(): string {
    return this.getAttribute('chat-title') ?? this.#texts.title;
  }

  get #greeting(): AssistantEntry | undefined {
    const speakableResponse = this.getAttribute('greeting');
    if (speakableResponse === null) return undefined;
    return { from: 'assistant', visuals: { speakableResponse }, language: '' };
  }

  /**
   * Restores the chat's open or closed state from the previous page. On a small screen, the chat opens only
   * if the user opens it.
   */
  #openAsBefore(): void {
    const { isOpen } = this.#remembered;
    if (isOpen === false || (isOpen && !matchMedia(SMALL_SCREEN).matches)) this.open = isOpen;
  }

  #toggle(isOpen: boolean): void {
    this.#byUser(() => {
      this.open = isOpen;
    });
  }

  #byUser(act: () => void): void {
    this.#isByUser = true;
    act();
    this.#isByUser = false;
  }

  #toggled(): void {
    if (!this.#hasLauncher) return;
    const isOpen = this.open;
    this.#keep({ isOpen, ...(isOpen && { unread: 0 }) });
    this.#view?.reveal(isOpen, this.#remembered.unread ?? 0, this.#isByUser);
    this.dispatchEvent(new CustomEvent('parley-toggle', { detail: { open: isOpen }, bubbles: true }));
    this.#welcome();
  }

  async #copy(): Promise<void> {
    const { copied, notCopied } = this.#texts;
    const isCopied = await navigator.clipboard.writeText(this.transcript()).then(
      () => true,
      () => false,
    );
    this.#view?.tell(isCopied ? copied : notCopied);
  }

  /** @returns false if the rating could not be stored */
  async #rate({ rateable }: AssistantEntry, given: Rating): Promise<boolean> {
    if (rateable === undefined) return false;
    const { sessionId, qid } = rateable;
    const { rated, notRated } = this.#texts;
    try {
      this.#client ??= this.#connect();
      await this.#client.giveFeedback({ session_id: sessionId, qid, rating: given });
    } catch (error) {
      this.#tell(error, 'conversation_write');
      this.#view?.tell(notRated);
      return false;
    }
    const entries = this.#remembered.entries.map((entry) =>
      entry.from === 'assistant' && entry.rateable?.qid === qid
        ? { ...entry, rateable: { ...entry.rateable, given } }
        : entry,
    );
    this.#keep({ entries });
    this.#view?.tell(rated);
    const detail = { session_id: sessionId, qid, rating: given };
    this.dispatchEvent(new CustomEvent('parley-feedback', { detail, bubbles: true }));
    return true;
  }

  #close(): void {
    this.#underWay?.abort();
    this.#underWay = undefined;
    this.#peopleHeard?.abort();
    this.#peopleHeard = undefined;
    this.#isPersonTyping = false;
    this.#hearing?.abort();
    this.#hearing = undefined;
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
    if (this.#isSeen || entry.from === 'user') return;
    const unread = (this.#remembered.unread ?? 0) + 1;
    this.#keep({ unread });
    this.#view?.reveal(false, unread, false);
  }

  /** Sends the user's message. While an answer is awaited, the message stays in the input field. */
  #send(text: string, spoken: boolean): void {
    const query = text.trim();
    if (query === '' || this.#underWay !== undefined || this.#view === undefined) return;
    this.#hearing?.abort();
    if (this.hasAttribute('speech')) speak('', '');
    // Sending a choice keeps the draft in the input field.
    const draft = text === this.#remembered.draft ? '' : this.#remembered.draft;
    this.#keep({ draft });
    this.#view.draft = draft;
    this.#view.recover();
    this.#add({ from: 'user', text: query, at: Date.now() });
    this.#ask(query, spoken);
  }

  /** Sends a new query; the assistant's welcome answers an empty first one. */
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

  /** Sends the pending query, or resends it. The service answers it once. */
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

  #answered(answer: QueryAnswer, { spoken, body }: Pending): void {
    const { pending: _answered, ...rest } = this.#remembered;
    this.#remembered = { ...rest, dialog: answer.dialog, isWithPeople: answer.owner === 'people' };
    this.#view?.wait(undefined);
    const { visuals, language } = answer;
    const rateable = body.query === '' ? undefined : rateableOf(answer);
    this.#add({
      from: 'assistant',
      visuals: { ...visuals },
      language,
      at: Date.now(),
      ...(rateable && { rateable }),
    });
    if (spoken) speak(answer.visuals.speakableResponse, answer.language);
    void this.#hearPeople();
    this.dispatchEvent(new CustomEvent('parley-answer', { detail: answer, bubbles: true }));
  }

  /** Shows people's messages while they own the dialog. */
  async #hearPeople(): Promise<void> {
    if (this.#peopleHeard !== undefined) return;
    const hearing = new AbortController();
    this.#peopleHeard = hearing;
    const { signal } = hearing;
    while (!signal.aborted && this.#remembered.isWithPeople === true) {
      try {
        const askAfterSeconds = await this.#hear(signal);
        // A random pause, so that many chats do not ask at the same moment.
        const pauseMs = askAfterSeconds * 1000 * (1 + Math.random() / 2);
        if (pauseMs > 0) await OWN_SURROUNDINGS.wait(pauseMs, signal);
      } catch (error) {
        if (signal.aborted) break;
        // The dialog has ended, or this key may not read it: no more messages will come.
        const { status = 0 } = this.#tell(error, 'query');
        if (status >= 400 && status < 500 && status !== 429) this.#keep({ isWithPeople: false });
        else await OWN_SURROUNDINGS.wait(DEAF_MS, signal).catch(() => undefined);
      }
    }
    if (this.#peopleHeard === hearing) this.#peopleHeard = undefined;
  }

  /** @returns the seconds until the next request */
  async #hear(signal: AbortSignal): Promise<number> {
    const { dialog = '', after } = this.#remembered;
    this.#client ??= this.#connect();
    const typing = this.#isPersonTyping ? ('true' as const) : ('false' as const);
    const wanted = { wait: WAIT_SECONDS, typing, ...(after !== undefined && { after }) };
    const page = await this.#client.messages(dialog, wanted, { signal });
    // A new conversation has begun meanwhile.
    if (signal.aborted || dialog !== this.#remembered.dialog) return 0;
    this.#showTyping(false);
    for (const { from, text, name, at } of page.messages) {
      if (from === 'user') continue;
      const person = name === null ? {} : { person: name };
      const said = { visuals: { speakableResponse: text }, language: '', at: Date.parse(at), ...person };
      this.#add({ from: 'assistant', ...said });
    }
    this.#keep({ after: page.cursor });
    // If an answer arrived meanwhile, the answer determines the owner.
    if (page.owner === 'assistant' && this.#underWay === undefined) this.#keep({ isWithPeople: false });
    this.#showTyping(page.typing, page.person);
    return page.ask_after_seconds ?? 0;
  }

  /** Shows or hides that a person is typing. While an answer is awaited, the chat shows that instead. */
  #showTyping(isTyping: boolean, name?: string | null): void {
    const wasTyping = this.#isPersonTyping;
    this.#isPersonTyping = isTyping;
    if (this.#underWay !== undefined || (!isTyping && !wasTyping)) return;
    this.#view?.waitForPerson(isTyping ? (name ?? '') : undefined);
  }

  #failed(error: unknown): void {
    const { code, status } = this.#tell(error, 'query');
    const { offline, busy, unavailable } = this.#texts;
    const away = code === 'network' || code === 'timeout';
    this.#view?.wait(undefined);
    this.#view?.fail(away ? offline : status === 429 || status === 503 ? busy : unavailable);
  }

  /** Reports an error to the page's owner and its scripts. */
  #tell(error: unknown, wanted: Wanted): CallError {
    const known =
      error instanceof CallError ? error : new CallError('token', String(error), { cause: error });
    tellOwner(known, this.#service, wanted);
    this.dispatchEvent(new CustomEvent('parley-error', { detail: known, bubbles: true }));
    return known;
  }

  /** @throws {CallError} `incomplete` if a required attribute is missing */
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

  /** Starts listening, or stops if already listening. */
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
    // A query that was typed meanwhile shows its own indicator.
    if (this.#underWay !== undefined) return;
    if (hearing.signal.aborted) this.#view?.wait(undefined);
    else this.#view?.tell(this.#texts.notHeard);
  }
}

/** The ids that a rating needs; undefined if the answer did not come from the service. */
const rateableOf = ({ session_id: sessionId, qid }: Partial<QueryAnswer>): Rateable | undefined =>
  typeof sessionId === 'string' && typeof qid === 'string' ? { sessionId, qid } : undefined;

/** Requests a token from the page's own server, which identifies the user by the page's cookies. */
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
