import { element, icon } from './render.ts';
import type { Texts } from './texts.ts';

const BUBBLE = 'M4 4h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H9l-5 4v-4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z';

/** The button at the edge of the page that opens the chat and shows the number of unread answers. */
export class Launcher {
  readonly button: HTMLButtonElement;
  /** Announces answers to screen readers while the chat is closed. */
  readonly status: HTMLElement;
  readonly #badge: HTMLElement;
  readonly #texts: Texts;

  constructor(texts: Texts, toggle: () => void) {
    this.#texts = texts;
    this.#badge = element('span', { class: 'badge', part: 'badge', 'aria-hidden': 'true' });
    this.button = element(
      'button',
      { type: 'button', class: 'launcher', part: 'launcher', 'aria-haspopup': 'dialog' },
      element('slot', { name: 'launcher' }, icon(BUBBLE)),
      this.#badge,
    );
    this.button.addEventListener('click', toggle);
    this.status = element('div', { class: 'unseen', role: 'status' });
  }

  show(isOpen: boolean, unread: number): void {
    const { open, close, unread: words } = this.#texts;
    const news = unread === 0 ? '' : `${words}: ${unread}`;
    this.#badge.textContent = unread === 0 ? '' : String(unread);
    this.button.ariaExpanded = String(isOpen);
    this.button.ariaLabel = isOpen ? close : news === '' ? open : `${open}. ${news}`;
    this.status.textContent = news;
  }
}
