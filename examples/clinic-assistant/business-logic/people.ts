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

export const practitionerOf = (id: string): Practitioner | undefined =>
  PRACTITIONERS.find((one) => one.id === id);

export const staffOf = (department: string): readonly Practitioner[] =>
  PRACTITIONERS.filter((one) => one.department === department);

/** Names that two people share, with what tells them apart: values of slots that have to be mapped. */
export const NAMESAKES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  reyes: {
    ana_reyes: ['ana reyes', 'doctora reyes', 'la doctora reyes', 'dra reyes', 'dr ana reyes'],
    luis_reyes: ['luis reyes', 'doctor reyes', 'el doctor reyes', 'dr luis reyes'],
  },
};
