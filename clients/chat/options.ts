import { element, icon } from './render.ts';
import type { Texts } from './texts.ts';

const DOTS =
  'M5 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm7 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm7 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4z';

/** Actions on the whole conversation. */
export interface OptionActions {
  newConversation(): void;
  /** Absent if the browser does not let the page write to the clipboard. */
  copy?: () => void;
  download(): void;
}

/** A button that shows and hides further buttons below it. */
export class Options {
  readonly button: HTMLButtonElement;
  readonly list: HTMLElement;

  constructor(texts: Texts, actions: OptionActions) {
    this.button = element(
      'button',
      {
        type: 'button',
        class: 'icon',
        part: 'options',
        'aria-label': texts.options,
        'aria-controls': 'options',
      },
      icon(DOTS),
    );
    this.button.addEventListener('click', () => this.show(!this.isShown));
    this.list = element('div', { id: 'options', class: 'options' });
    for (const name of ['newConversation', 'copy', 'download'] as const) {
      const act = actions[name];
      if (act === undefined) continue;
      const option = element('button', { type: 'button', part: 'option' }, texts[name]);
      option.addEventListener('click', () => {
        this.show(false);
        this.button.focus();
        act();
      });
      this.list.append(option);
    }
    this.show(false);
  }

  get isShown(): boolean {
    return this.list.hidden === false;
  }

  show(isShown: boolean): void {
    this.list.hidden = !isShown;
    this.button.ariaExpanded = String(isShown);
  }
}
