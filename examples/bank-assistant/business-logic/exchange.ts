import type { States } from './competency.ts';
import { ERRORS, namedMoney } from './words.ts';

/** US dollars for one unit. A real bank would ask its market feed. */
const DOLLARS: ReadonlyMap<string, number> = new Map([
  ['USD', 1],
  ['EUR', 1.085],
  ['GBP', 1.271],
  ['JPY', 0.00668],
  ['MXN', 0.0547],
  ['CAD', 0.7305],
  ['CHF', 1.132],
  ['BRL', 0.1825],
]);

export const exchangeStates: States = {
  exchange_rate: ({ request: { slots, language } }) => {
    const from = slots.readText('currency_from');
    if (from === undefined) return {};
    const to = slots.readText('currency_to') ?? (from === 'USD' ? 'EUR' : 'USD');
    const fromRate = DOLLARS.get(from);
    const toRate = DOLLARS.get(to);
    if (fromRate === undefined) slots.reject('currency_from', ERRORS.unknownCurrency[language]);
    if (toRate === undefined) slots.reject('currency_to', ERRORS.unknownCurrency[language]);
    if (fromRate === undefined || toRate === undefined) return {};
    const quantity = slots.readNumber('quantity') ?? 1;
    const rate = fromRate / toRate;
    const rateFormat = new Intl.NumberFormat(language, { maximumSignificantDigits: 5 });
    return {
      responseSlots: {
        quantity_text: namedMoney(quantity, from, language),
        converted_text: namedMoney(quantity * rate, to, language),
        rate_text: rateFormat.format(rate),
      },
      visualPayload: { exchange: { from, to, quantity, rate } },
    };
  },
};
