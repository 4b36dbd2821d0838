import type { CardId, Frequency } from './customers.ts';
import type { AccountId } from './ledger.ts';

/** What the bank calls things, and how it writes dates and numbers, in each language. */
export type Language = 'en' | 'es';

type Words = Readonly<Record<Language, string>>;

/** Within a sentence. */
export const ACCOUNTS: Readonly<Record<AccountId, Words>> = {
  checking: { en: 'your checking account', es: 'tu cuenta corriente' },
  savings: { en: 'your savings account', es: 'tu cuenta de ahorros' },
  joint: { en: 'your joint account', es: 'tu cuenta conjunta' },
  credit_card: { en: 'your credit card', es: 'tu tarjeta de crédito' },
};

/** At the start of a line. */
export const ACCOUNT_TITLES: Readonly<Record<AccountId, Words>> = {
  checking: { en: 'Checking', es: 'Cuenta corriente' },
  savings: { en: 'Savings', es: 'Cuenta de ahorros' },
  joint: { en: 'Joint', es: 'Cuenta conjunta' },
  credit_card: { en: 'Credit card', es: 'Tarjeta de crédito' },
};

export const CARDS: Readonly<Record<CardId, Words>> = {
  debit: { en: 'debit card', es: 'tarjeta de débito' },
  credit: { en: 'credit card', es: 'tarjeta de crédito' },
};

/** What can be opened, within a sentence. */
export const PRODUCTS: ReadonlyMap<string, Words> = new Map([
  ['checking', { en: 'checking account', es: 'cuenta corriente' }],
  ['savings', { en: 'savings account', es: 'cuenta de ahorros' }],
  ['certificate', { en: 'twelve-month certificate of deposit', es: 'imposición a doce meses' }],
  ['youth', { en: 'youth account', es: 'cuenta joven' }],
]);

export const FREQUENCIES: Readonly<Record<Frequency, Words>> = {
  weekly: { en: 'every week', es: 'cada semana' },
  biweekly: { en: 'every two weeks', es: 'cada dos semanas' },
  monthly: { en: 'every month', es: 'cada mes' },
  quarterly: { en: 'every three months', es: 'cada tres meses' },
  yearly: { en: 'every year', es: 'cada año' },
};

export const CATEGORIES: ReadonlyMap<string, Words> = new Map([
  ['groceries', { en: 'groceries', es: 'supermercado' }],
  ['restaurants', { en: 'restaurants', es: 'restaurantes' }],
  ['transport', { en: 'transport', es: 'transporte' }],
  ['entertainment', { en: 'entertainment', es: 'entretenimiento' }],
  ['utilities', { en: 'utilities', es: 'suministros' }],
  ['housing', { en: 'housing', es: 'vivienda' }],
  ['shopping', { en: 'shopping', es: 'compras' }],
  ['health', { en: 'health', es: 'salud' }],
  ['travel', { en: 'travel', es: 'viajes' }],
  ['insurance', { en: 'insurance', es: 'seguros' }],
]);

/** Whom money goes to or comes from. */
const PARTIES: ReadonlyMap<string, Words> = new Map([
  ['electricity', { en: 'the power company', es: 'la compañía eléctrica' }],
  ['water', { en: 'the water company', es: 'la compañía de agua' }],
  ['internet', { en: 'the internet provider', es: 'la compañía de internet' }],
  ['phone', { en: 'the phone company', es: 'la compañía de teléfono' }],
  ['rent', { en: 'your landlord', es: 'tu casero' }],
  ['gym', { en: 'the gym', es: 'el gimnasio' }],
  ['insurance', { en: 'the insurance company', es: 'la aseguradora' }],
  ['employer', { en: 'salary', es: 'nómina' }],
  ['new_account', { en: 'deposit into a new account', es: 'ingreso en una cuenta nueva' }],
  ['corner_market', { en: 'Corner Market', es: 'Corner Market' }],
  ['bluebird_cafe', { en: 'Bluebird Cafe', es: 'Bluebird Cafe' }],
  ['gusto_pizza', { en: 'Gusto Pizza', es: 'Gusto Pizza' }],
  ['harbor_fuel', { en: 'Harbor Fuel', es: 'Harbor Fuel' }],
  ['city_transit', { en: 'City Transit', es: 'City Transit' }],
  ['streamly', { en: 'Streamly', es: 'Streamly' }],
  ['ferry_books', { en: 'Ferry Books', es: 'Ferry Books' }],
  ['linden_pharmacy', { en: 'Linden Pharmacy', es: 'Farmacia Linden' }],
  ['skyhop_air', { en: 'Skyhop Air', es: 'Skyhop Air' }],
]);

const OWN_TRANSFER: Words = { en: 'transfer between your accounts', es: 'traspaso entre tus cuentas' };

export const partyName = (party: string | undefined, language: Language): string =>
  party === undefined ? OWN_TRANSFER[language] : (PARTIES.get(party)?.[language] ?? party);

/** "al gimnasio", "a tu casero": a Spanish name after the preposition; English names stand as they are. */
export const toParty = (party: string | undefined, language: Language): string => {
  const name = partyName(party, language);
  if (language === 'en') return `to ${name}`;
  return name.startsWith('el ') ? `al ${name.slice('el '.length)}` : `a ${name}`;
};

export const ERRORS = {
  unknownAccount: { en: "You don't have such an account with us.", es: 'No tienes esa cuenta con nosotros.' },
  sameAccount: {
    en: 'That is the account the money comes from.',
    es: 'Es la misma cuenta de la que sale el dinero.',
  },
  fromCreditCard: {
    en: "I can't take money out of a credit card.",
    es: 'No puedo sacar dinero de una tarjeta de crédito.',
  },
  unknownCard: { en: "You don't have such a card with us.", es: 'No tienes esa tarjeta con nosotros.' },
  unknownPayee: { en: "I don't know that payee.", es: 'No conozco a ese beneficiario.' },
  badAmount: {
    en: 'The amount must be at least one cent.',
    es: 'El importe debe ser de al menos un centavo.',
  },
  otherBill: { en: 'That was the amount of another bill.', es: 'Ese era el importe de otra factura.' },
  otherCurrency: { en: 'I can only move US dollars.', es: 'Solo puedo mover dólares estadounidenses.' },
  unknownProduct: { en: "We don't offer that kind of account.", es: 'No ofrecemos ese tipo de cuenta.' },
  jointAccount: {
    en: 'Both owners open a joint account together, at a branch or online. I can open another kind for you.',
    es: 'Una cuenta conjunta la abren los dos titulares, en una oficina o en línea. Puedo abrirte de otro tipo.',
  },
  unknownCity: { en: "We aren't in that city yet.", es: 'Todavía no estamos en esa ciudad.' },
  unknownZip: { en: 'There is no such ZIP code.', es: 'Ese código postal no existe.' },
  shortPhone: {
    en: 'That number is too short: I need all ten digits.',
    es: 'Ese número es demasiado corto: necesito los diez dígitos.',
  },
  longJourney: {
    en: 'A travel notice lasts 90 days at most.',
    es: 'Un aviso de viaje dura como mucho 90 días.',
  },
  loanTerm: {
    en: 'Our loans run from six months to seven years.',
    es: 'Nuestros préstamos van de seis meses a siete años.',
  },
  unknownCurrency: { en: "I don't have a rate for that currency.", es: 'No tengo el cambio de esa moneda.' },
} as const satisfies Record<string, Words>;

/** A day such as "December 5"; `at` is epoch milliseconds, seen `offsetMinutes` ahead of UTC. */
export function day(at: number, language: Language, offsetMinutes: number): string {
  const format = new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric', timeZone: 'UTC' });
  return format.format(at + offsetMinutes * 60_000);
}

/** An amount with the name of its currency: "100 euros", "1.50 US dollars". */
export function namedMoney(amount: number, currency: string, language: Language): string {
  const style = {
    style: 'currency',
    currencyDisplay: 'name',
    trailingZeroDisplay: 'stripIfInteger',
  } as const;
  return new Intl.NumberFormat(language, { ...style, currency }).format(amount);
}

/** An amount of dollars as the assistant's own templates write it. */
export function money(cents: number, language: Language): string {
  const style = { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' } as const;
  return new Intl.NumberFormat(language, style).format(major(cents));
}

export const percent = (rate: number, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: 2 }).format(rate);

/** Cents as the number that templates format. */
export const major = (cents: number): number => cents / 100;
