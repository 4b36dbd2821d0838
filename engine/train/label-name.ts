/**
 * Splits a label into words: `card_payment_fee` and `cardPaymentFee` become "card payment fee". The name is the
 * author's shortest description of the label, and serves as an example if there are few.
 */
export function labelWords(label: string): string {
  return label
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-./:]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
