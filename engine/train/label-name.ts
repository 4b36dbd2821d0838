/**
 * The words of a label: `card_payment_fee` and `cardPaymentFee` read "card payment fee". A label's name is the
 * author's own shortest description of it, and counts as one more example where there are few.
 */
export function labelWords(label: string): string {
  return label
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-./:]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
