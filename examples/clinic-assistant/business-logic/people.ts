import type { Language } from './wire.ts';

/** Someone whom patients see. Working days count from 1, Monday. */
export interface Practitioner {
  id: string;
  name: string;
  department: string;
  days: readonly number[];
  /** Minutes since midnight. */
  from: number;
  to: number;
}

const practitioner = (id: string, name: string, department: string, days: string, hours: string) => {
  const [from = 0, to = 0] = hours.split('-').map((hour) => Number(hour) * 60);
  return { id, name, department, days: [...days].map(Number), from, to };
};

export const PRACTITIONERS: readonly Practitioner[] = [
  practitioner('moreau', 'Dr Claire Moreau', 'general', '12345', '8-14'),
  practitioner('santos', 'Dr Miguel Santos', 'general', '123456', '9-17'),
  practitioner('ochoa', 'Dr Elena Ochoa', 'cardiology', '1245', '9-17'),
  practitioner('whitfield', 'Dr James Whitfield', 'cardiology', '13', '12-18'),
  practitioner('luis_reyes', 'Dr Luis Reyes', 'dermatology', '235', '9-15'),
  practitioner('okafor', 'Dr Ngozi Okafor', 'dermatology', '14', '10-18'),
  practitioner('ana_reyes', 'Dr Ana Reyes', 'paediatrics', '12356', '8-14'),
  practitioner('lindqvist', 'Dr Erik Lindqvist', 'paediatrics', '24', '12-18'),
  practitioner('tanaka', 'Yuki Tanaka', 'physiotherapy', '12345', '8-18'),
  practitioner('haddad', 'Dr Samir Haddad', 'ophthalmology', '24', '9-17'),
  practitioner('bianchi', 'Dr Paola Bianchi', 'dentistry', '1356', '9-16'),
  practitioner('novak', 'Dr Irena Novak', 'gynaecology', '235', '9-16'),
];

/** In Spanish the title shows who is a woman: `la doctora Ochoa`. */
const WOMEN = new Set(['moreau', 'ochoa', 'okafor', 'ana_reyes', 'bianchi', 'novak']);

export function nameIn(language: Language, { id, name }: Practitioner): string {
  if (language === 'en' || !name.startsWith('Dr ')) return name;
  return name.replace('Dr', WOMEN.has(id) ? 'la doctora' : 'el doctor');
}

export const practitionerOf = (id: string): Practitioner | undefined =>
  PRACTITIONERS.find((one) => one.id === id);

export const staffOf = (department: string): readonly Practitioner[] =>
  PRACTITIONERS.filter((one) => one.department === department);

/**
 * Names that two people share, with the words that tell them apart: values of slots that have to be mapped. In
 * Spanish the article does, in English only the first name.
 */
export const NAMESAKES: Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<Language, readonly string[]>>>>>
> = {
  reyes: {
    ana_reyes: {
      en: ['Dr Ana Reyes'],
      es: ['la doctora Ana Reyes', 'doctora Reyes', 'la doctora Reyes', 'dra Reyes'],
    },
    luis_reyes: {
      en: ['Dr Luis Reyes'],
      es: ['el doctor Luis Reyes', 'doctor Reyes', 'el doctor Reyes', 'dr Reyes'],
    },
  },
};
