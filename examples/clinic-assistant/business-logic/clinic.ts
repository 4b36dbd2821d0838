import type { BusinessLogicAnswer } from '../../../clients/business-logic/index.ts';
import { appointmentCancelled, appointments, cancelAppointment, move, moved } from './appointments.ts';
import { availability, book, booked, bookFull, type State } from './booking.ts';
import { Diary } from './diary.ts';
import { nameIn, staffOf } from './people.ts';
import { type Answer, type Turn, writeAnswer } from './wire.ts';
import { DEPARTMENTS, TEXTS } from './words.ts';

const findDoctor: State = ({ slots, language }) => {
  const department = slots.text('department');
  if (department === undefined) return {};
  return {
    say: {
      doctors: staffOf(department).map((one) => nameIn(language, one)),
      where: DEPARTMENTS[language][department],
    },
    show: { doctors: staffOf(department).map(({ id, name }) => ({ id, name })) },
  };
};

const MAX_SUPPLY_MINUTES = 90 * 24 * 60;
const MONTH_MINUTES = 30 * 24 * 60;

/** Months have no length of their own on the wire: they count as 30 days. */
const prescription: State = ({ slots, language }) => {
  const supply = slots.get('supply');
  if (supply === undefined) return {};
  const months = /^P(\d+)M$/.exec(String(supply.value));
  const minutes = months === null ? Number(supply.minutes ?? Infinity) : Number(months[1]) * MONTH_MINUTES;
  if (minutes > MAX_SUPPLY_MINUTES) slots.reject('supply', TEXTS[language].tooLong);
  else slots.confirm('supply');
  return {};
};

/** Numbers that begin with TK or LM are insured here; those that end with 0 have no results waiting. */
const results: State = ({ slots, language }) => {
  const number = slots.text('insurance_number');
  if (number === undefined) return {};
  if (!/^(?:TK|LM)/i.test(number)) {
    slots.reject('insurance_number', TEXTS[language].unknownPlan);
    return {};
  }
  slots.confirm('insurance_number', number.toUpperCase().replace(/[^A-Z0-9]/g, ''));
  return number.endsWith('0') ? { state: 'results_none' } : {};
};

/** The contact details are the assistant's own affair: nothing is to be looked up. */
const nothing: State = () => ({});

const STATES: Readonly<Record<string, State>> = {
  book,
  book_full: bookFull,
  booked,
  availability,
  appointments,
  move,
  moved,
  cancel_appointment: cancelAppointment,
  appointment_cancelled: appointmentCancelled,
  find_doctor: findDoctor,
  prescription,
  prescription_ordered: nothing,
  results,
};

/** The states that the clinic answers for. */
export const answeredStates: ReadonlySet<string> = new Set(Object.keys(STATES));

/** A clinic with an empty diary: a request in, the whole answer out. Another state is answered as it came. */
export function createClinic(now: () => number): (turn: Turn) => BusinessLogicAnswer {
  const diary = new Diary();
  return (turn) => {
    const state = Object.hasOwn(STATES, turn.state) ? STATES[turn.state] : undefined;
    const answer: Answer = state?.(turn, diary, now()) ?? {};
    return writeAnswer(turn, answer);
  };
}
