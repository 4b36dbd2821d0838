import { richAnswer } from '../typescript/rich-answer.ts';
import { Launcher } from './launcher.ts';
import { type AssistantEntry, type Entry, MAX_ENTRIES, type Rating } from './memory.ts';
import { type OptionActions, Options } from './options.ts';
import { thumbs } from './rating.ts';
import { element, icon, shownParts } from './render.ts';
import { STYLE } from './style.ts';
import type { Texts } from './texts.ts';

/** User actions that the view reports. */
export interface UserActions extends OptionActions {
  send(text: string): void;
  retry(): void;
  type(draft: string): void;
  /** Absent if the browser has no speech recognition. */
  listen?: () => void;
  /** Absent if answers cannot be rated. Resolves to false if the rating could not be stored. */
  rate?: (entry: AssistantEntry, rating: Rating) => Promise<boolean>;
  /** Opens or closes the chat. Absent for a chat without a launcher, which is always open. */
  toggle?: (isOpen: boolean) => void;
}

/** Maximum length of a query. */
const MAX_QUERY = 4096;
/** Within this distance, the conversation counts as scrolled to its end. */
const NEAR_PIXELS = 16;
/**
 * On these screens an open chat with a launcher covers the whole page; the stylesheet has the same condition.
 */
export const SMALL_SCREEN = '(max-width:30rem),(max-height:30rem)';

const CROSS =
  'M5.6 4.2 4.2 5.6l6.4 6.4-6.4 6.4 1.4 1.4 6.4-6.4 6.4 6.4 1.4-1.4-6.4-6.4 6.4-6.4-1.4-1.4-6.4 6.4z';

/** The user interface of the chat. */
export class View {
  readonly #texts: Texts;
  readonly #actions: UserActions;
  readonly #log: HTMLElement;
  readonly #status: HTMLElement;
  readonly #input: HTMLTextAreaElement;
  readonly #options: Options;
  readonly #launcher: Launcher | undefined;
  /** The dialog around a chat with a launcher. */
  readonly #dialog: HTMLDialogElement | undefined;
  #failure: HTMLElement | undefined;
  #typing: HTMLElement | undefined;
  /**
   * True while the conversation is scrolled to its end; it then stays there when an image loads or the chat
   * is resized.
   */
  #isAtEnd = true;

  constructor(
    root: ShadowRoot,
    { title, texts, actions }: { title: string; texts: Texts; actions: UserActions },
  ) {
    this.#texts = texts;
    this.#actions = actions;
    this.#log = element('div', {
      class: 'log',
      part: 'log',
      role: 'log',
      'aria-label': texts.conversation,
      tabindex: '0',
    });
    this.#log.addEventListener('scroll', () => {
      const { scrollHeight, scrollTop, clientHeight } = this.#log;
      this.#isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_PIXELS;
    });
    const stay = () => {
      if (this.#isAtEnd) this.#toEnd();
    };
    this.#log.addEventListener('load', stay, true);
    new ResizeObserver(stay).observe(this.#log);
    this.#status = element('div', { class: 'status', role: 'status' });
    this.#input = element('textarea', {
      id: 'query',
      rows: '1',
      maxlength: String(MAX_QUERY),
      enterkeyhint: 'send',
      placeholder: texts.placeholder,
      autocomplete: 'off',
      dir: 'auto',
      part: 'input',
    });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    // A page's policy may forbid style elements but allow stylesheets that scripts create.
    root.adoptedStyleSheets = [sheet];
    this.#options = new Options(texts, actions);
    const { toggle } = actions;
    const attributes = { class: 'chat', part: 'chat', 'aria-label': title };
    const parts = [this.#header(title), this.#options.list, this.#log, this.#status, this.#form()];
    if (toggle === undefined) {
      root.replaceChildren(element('section', attributes, ...parts));
      this.#closeOnEscape(root.firstElementChild);
      return;
    }
    const dialog = element('dialog', attributes, ...parts);
    this.#dialog = dialog;
    this.#launcher = new Launcher(texts, () => toggle(!dialog.open));
    // A browser gesture can close a dialog that covers the page.
    dialog.addEventListener('close', () => {
      if (!dialog.open) toggle(false);
    });
    root.replaceChildren(this.#launcher.button, this.#launcher.status, dialog);
    this.#closeOnEscape(dialog);
  }

  #header(title: string): HTMLElement {
    const { toggle } = this.#actions;
    const name = element('p', { class: 'title', part: 'title', 'aria-hidden': 'true' }, title);
    const header = element('div', { class: 'header', part: 'header' }, name, this.#options.button);
    if (toggle === undefined) return header;
    const label = { 'aria-label': this.#texts.close };
    const close = element('button', { type: 'button', class: 'icon', part: 'close', ...label }, icon(CROSS));
    close.addEventListener('click', () => toggle(false));
    header.append(close);
    return header;
  }

  /** Escape closes whatever was opened last: the options, then the chat. */
  #closeOnEscape(chat: Element | null): void {
    chat?.addEventListener('keydown', (event) => {
      // An Escape within an input method only ends the current word.
      if (!(event instanceof KeyboardEvent) || event.key !== 'Escape' || event.isComposing) return;
      if (this.#options.isShown) {
        this.#options.show(false);
        this.#options.button.focus();
      } else if (this.#actions.toggle === undefined) return;
      else this.#actions.toggle(false);
      event.preventDefault();
    });
  }

  /**
   * Opens or closes a chat with a launcher.
   * @param takesFocus true if the user opens the chat: it then takes the focus and, on a small screen, covers
   * the page
   */
  reveal(isOpen: boolean, unread: number, takesFocus: boolean): void {
    const dialog = this.#dialog;
    this.#launcher?.show(isOpen, unread);
    if (dialog === undefined || dialog.open === isOpen) return;
    if (!isOpen) {
      const hadFocus = dialog.matches(':focus-within');
      dialog.close();
      if (hadFocus) this.#launcher?.button.focus();
      return;
    }
    // `show()` would move the focus.
    if (!takesFocus) dialog.open = true;
    else if (matchMedia(SMALL_SCREEN).matches) dialog.showModal();
    else dialog.show();
    this.#toEnd();
    if (takesFocus) this.focus();
  }

  /** Focuses the input field; on devices with an on-screen keyboard, the conversation instead. */
  focus(): void {
    (matchMedia('(pointer:coarse)').matches ? this.#log : this.#input).focus();
  }

  #form(): HTMLElement {
    const { listen } = this.#actions;
    const send = element('button', { type: 'submit', class: 'send', part: 'send' }, this.#texts.send);
    const label = element('label', { for: 'query', class: 'unseen' }, this.#texts.placeholder);
    const form = element('form', { part: 'form' }, label, this.#input);
    if (listen !== undefined) {
      const speak = element('button', { type: 'button', part: 'listen' }, this.#texts.listen);
      speak.addEventListener('click', listen);
      form.append(speak);
    }
    form.append(send);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#actions.send(this.#input.value);
    });
    this.#input.addEventListener('input', () => this.#actions.type(this.#input.value));
    this.#input.addEventListener('keydown', (event) => {
      // An Enter within an input method only ends the current word.
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.#actions.send(this.#input.value);
    });
    return form;
  }

  /** Sets the text of the input field. */
  set draft(text: string) {
    this.#input.value = text;
  }

  /** Shows a message and removes the choices of the previous one. */
  add(entry: Entry): void {
    for (const old of this.#log.querySelectorAll('.choices')) this.#remove(old);
    const mine = entry.from === 'user';
    // A label in `bdi` does not affect the text direction of the message.
    const { person } = mine ? { person: undefined } : entry;
    const who =
      person === undefined
        ? element('bdi', { class: 'unseen' }, `${mine ? this.#texts.you : this.#texts.assistant}: `)
        : element('bdi', { class: 'person', part: 'person' }, person);
    const message = element(
      'div',
      { class: `message ${entry.from}`, part: `message ${entry.from}`, dir: 'auto' },
      who,
    );
    if (entry.from === 'user') message.append(entry.text);
    else {
      if (entry.language !== '') message.lang = entry.language;
      message.append(...shownParts(richAnswer(entry), this.#texts));
      const { rate } = this.#actions;
      const given = entry.rateable?.given;
      if (entry.rateable && rate) message.append(thumbs(given, this.#texts, (rating) => rate(entry, rating)));
    }
    this.#log.append(message);
    if (entry.from === 'assistant') this.#offer(richAnswer(entry).choices, entry.language);
    const messages = this.#log.querySelectorAll('.message');
    if (messages.length > MAX_ENTRIES) messages[0]?.remove();
    this.#toEnd();
  }

  #toEnd(): void {
    this.#isAtEnd = true;
    this.#log.scrollTop = this.#log.scrollHeight;
  }

  #offer(choices: readonly string[], language: string): void {
    if (choices.length === 0) return;
    const buttons = choices.map((choice) => {
      const button = element('button', { type: 'button', part: 'choice', dir: 'auto' }, choice);
      button.addEventListener('click', () => this.#actions.send(choice));
      return button;
    });
    const group = element(
      'div',
      { class: 'choices', role: 'group', 'aria-label': this.#texts.replies },
      ...buttons,
    );
    if (language !== '') group.lang = language;
    this.#log.append(group);
  }

  /** Removes a part. If it has the focus, moves the focus to the input field first. */
  #remove(part: Element): void {
    const root = this.#input.getRootNode();
    if (root instanceof ShadowRoot && part.contains(root.activeElement)) this.#input.focus();
    part.remove();
  }

  /** Shows that the chat awaits an answer or listens to the user. */
  wait(what: 'writing' | 'listening' | undefined): void {
    this.#sign(what === undefined ? undefined : this.#texts[what], what === 'writing');
  }

  /** Shows that a person is typing; undefined hides it. */
  waitForPerson(name: string | undefined): void {
    this.#sign(name === undefined ? undefined : this.#texts.personWriting(name), true);
  }

  #sign(sentence: string | undefined, hasDots: boolean): void {
    this.#typing?.remove();
    const words = sentence === undefined ? '' : `${sentence}…`;
    this.#status.replaceChildren(element('span', hasDots ? { class: 'unseen' } : {}, words));
    if (!hasDots || sentence === undefined) return;
    const dots = [1, 2, 3].map(() => element('i'));
    this.#typing = element('div', { class: 'typing', part: 'typing', 'aria-hidden': 'true' }, ...dots);
    this.#log.append(this.#typing);
    this.#toEnd();
  }

  /** Shows a notice that is not a message. */
  tell(sentence: string): void {
    this.wait(undefined);
    this.#status.textContent = sentence;
  }

  /** Shows why the last message has no answer, and a button to resend it. */
  fail(sentence: string): void {
    this.recover();
    const again = element('button', { type: 'button', part: 'retry' }, this.#texts.again);
    again.addEventListener('click', () => this.#actions.retry());
    const words = element('p', {}, `${this.#texts.notSent} ${sentence}`);
    this.#failure = element('div', { class: 'failure', part: 'failure' }, words, again);
    this.#log.append(this.#failure);
    this.#toEnd();
  }

  recover(): void {
    if (this.#failure !== undefined) this.#remove(this.#failure);
    this.#failure = undefined;
  }
}
