import type { Language } from './wire.ts';

const day = (language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
const FORMATS = {
  en: {
    day: day('en', { weekday: 'long', day: 'numeric', month: 'long' }),
    time: day('en', { hour: 'numeric', minute: '2-digit' }),
  },
  es: {
    day: day('es', { weekday: 'long', day: 'numeric', month: 'long' }),
    time: day('es', { hour: 'numeric', minute: '2-digit' }),
  },
};

export const dayText = (date: string, language: Language): string =>
  FORMATS[language].day.format(Date.parse(date));

/** A date and time as people say it; the time alone where there is no date. */
export function momentText(date: string | null, time: string, language: Language): string {
  const said = FORMATS[language].time.format(Date.parse(`2026-01-01T${time}Z`));
  if (date === null) return said;
  return language === 'es'
    ? `${dayText(date, language)} a las ${said}`
    : `${dayText(date, language)} at ${said}`;
}

/** What is said of values that cannot be kept. */
export const TEXTS = {
  en: {
    taken: (time: string) => `${time} is not free.`,
    noSuchOffer: (count: number) => `There are only ${count} to choose from.`,
    closed: 'We are closed on Sundays.',
    noneThatDay: 'Nothing is free then.',
    whichNamesake:
      'Two of our doctors are called Reyes: Dr Ana Reyes in paediatrics and Dr Luis Reyes in dermatology.',
    unknownPlan: 'I know no such insurance number.',
    tooLong: 'We can prescribe for at most 90 days.',
  },
  es: {
    taken: (time: string) => `Las ${time} no están libres.`,
    noSuchOffer: (count: number) => `Solo hay ${count} para elegir.`,
    closed: 'Los domingos está cerrado.',
    noneThatDay: 'No hay nada libre entonces.',
    whichNamesake:
      'Dos de nuestros médicos se apellidan Reyes: la doctora Ana Reyes, de pediatría, y el doctor Luis Reyes, de dermatología.',
    unknownPlan: 'No conozco ese número de seguro.',
    tooLong: 'Podemos recetar para 90 días como mucho.',
  },
} as const;

export const DEPARTMENTS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    general: 'general medicine',
    cardiology: 'cardiology',
    dermatology: 'dermatology',
    paediatrics: 'paediatrics',
    physiotherapy: 'physiotherapy',
    ophthalmology: 'ophthalmology',
    dentistry: 'dentistry',
    gynaecology: 'gynaecology',
  },
  es: {
    general: 'medicina general',
    cardiology: 'cardiología',
    dermatology: 'dermatología',
    paediatrics: 'pediatría',
    physiotherapy: 'fisioterapia',
    ophthalmology: 'oftalmología',
    dentistry: 'odontología',
    gynaecology: 'ginecología',
  },
};
