import type { Rating } from './memory.ts';
import { element, icon } from './render.ts';
import type { Texts } from './texts.ts';

const THUMB = 'M2 10h4v11H2zM8 10l5-8a3 3 0 0 1 2 4l-1 4h6a2 2 0 0 1 2 2l-2 7a2 2 0 0 1-2 2H8z';

const RATINGS = ['good', 'bad'] as const;

/**
 * Thumb-up and thumb-down buttons; the chosen rating is pressed.
 * @param rate sends a rating; resolves to false if it could not be stored, and the button is released again
 */
export function thumbs(
  given: Rating | undefined,
  texts: Texts,
  rate: (rating: Rating) => Promise<boolean>,
): HTMLElement {
  let current = given;
  let isUnderWay = false;
  const buttons = RATINGS.map((rating) => {
    const attributes = {
      type: 'button',
      class: `icon ${rating}`,
      part: `rate ${rating}`,
      'aria-label': texts[rating],
    };
    const button = element('button', attributes, icon(THUMB));
    button.addEventListener('click', async () => {
      if (isUnderWay || current === rating) return;
      isUnderWay = true;
      press(rating);
      if (await rate(rating)) current = rating;
      isUnderWay = false;
      press(current);
    });
    return button;
  });
  const press = (pressed: Rating | undefined) => {
    for (const [index, button] of buttons.entries()) button.ariaPressed = String(RATINGS[index] === pressed);
  };
  press(current);
  // Screen readers announce a new answer without its rating buttons.
  return element('div', { class: 'rating', part: 'rating', 'aria-live': 'off' }, ...buttons);
}
