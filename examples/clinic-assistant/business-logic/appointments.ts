import type { State } from './booking.ts';
import { appointmentText, chooseTime, takeOffer } from './calendar.ts';
import type { Appointment, Diary } from './diary.ts';
import { nameIn, practitionerOf } from './people.ts';
import type { Answer, Turn } from './wire.ts';
import { momentText, TEXTS } from './words.ts';

/** Tells what a user has booked. */
export const appointments: State = ({ user, language }, diary) => {
  const own = diary.of(user);
  if (own.length === 0) return { state: 'appointments_none' };
  return {
    say: { appointments: own.map((one) => appointmentText(one, language)), count: own.length },
    show: { appointments: own },
  };
};

/** Moves the appointment that is meant to another day or time with the same person. */
export const move: State = (turn, diary, now) => {
  const found = whichOne(turn, diary);
  if (found === null) return { state: 'appointments_none' };
  if ('offers' in found) return found.answer;
  const { appointment } = found;
  const practitioner = practitionerOf(appointment.practitioner);
  const before = { old: appointmentText(appointment, turn.language) };
  if (practitioner === undefined) return {};
  takeOffer(turn);
  const choice = chooseTime(turn, diary, [practitioner], now);
  if (choice.kind === 'none') {
    const next = choice.next && momentText(choice.next.date, choice.next.time, turn.language);
    turn.slots.reject(
      'day',
      `${TEXTS[turn.language].noneThatDay} ${next ? NEXT[turn.language](next) : ''}`.trim(),
    );
    return { say: before };
  }
  if (choice.kind === 'offers') {
    return {
      say: { ...before, offers: choice.offers.map(({ text }) => text) },
      show: { openings: choice.offers },
    };
  }
  if (choice.kind === 'chosen') {
    turn.slots.fill('day', choice.opening.date, { grain: 'day' });
    turn.slots.confirm('time', choice.opening.time);
  }
  return { say: before };
};

const NEXT = {
  en: (when: string) => `The next free time is ${when}.`,
  es: (when: string) => `Lo próximo que hay es el ${when}.`,
};

export const moved: State = ({ slots, user, session, language }, diary) => {
  const appointment = diary.find(user, slots.get('appointment')?.id);
  const [date, time] = [slots.text('day'), slots.text('time')];
  if (appointment === undefined || date === undefined || time === undefined) return {};
  diary.put(user, { ...appointment, date, time });
  session.last = appointment.id;
  return { say: { when: momentText(date, time, language) } };
};

export const cancelAppointment: State = (turn, diary) => {
  const found = whichOne(turn, diary);
  if (found === null) return { state: 'appointments_none' };
  if ('offers' in found) return found.answer;
  return { say: { old: appointmentText(found.appointment, turn.language) } };
};

/** Cancels, and keeps in mind with whom, should the user want another one. */
export const appointmentCancelled: State = ({ slots, user, session, language }, diary) => {
  const appointment = diary.find(user, slots.get('appointment')?.id);
  if (appointment === undefined) return {};
  diary.remove(user, appointment.id);
  session.last = undefined;
  slots.fill('practitioner', appointment.practitioner);
  const practitioner = practitionerOf(appointment.practitioner);
  return { say: { doctor: practitioner && nameIn(language, practitioner) } };
};

type Found = { appointment: Appointment } | { offers: true; answer: Answer } | null;

/**
 * Which of a user's appointments is meant: the only one, the one that a number, a name or the turn before speaks
 * of; else all are offered. Null where there are none.
 */
function whichOne(turn: Turn, diary: Diary): Found {
  const { slots, user, language } = turn;
  const own = diary.of(user);
  if (own.length === 0) return null;
  const said = slots.get('appointment');
  const known = said === undefined ? undefined : diary.find(user, said.id);
  const appointment = known ?? byNumber(own, said?.value) ?? bySlots(turn, own);
  if (appointment === undefined) {
    slots.remove('appointment');
    const texts = own.map((one) => appointmentText(one, language));
    return { offers: true, answer: { say: { appointments: texts }, show: { appointments: own } } };
  }
  slots.fill('appointment', own.indexOf(appointment) + 1, { id: appointment.id });
  return { appointment };
}

const byNumber = (own: readonly Appointment[], number: unknown): Appointment | undefined =>
  typeof number === 'number' ? own.at(number === -1 ? -1 : number - 1) : undefined;

function bySlots({ slots, session }: Turn, own: readonly Appointment[]): Appointment | undefined {
  const practitioner = slots.text('practitioner');
  const day = slots.text('old_day');
  const fitting = own.filter(
    (one) =>
      (practitioner === undefined || one.practitioner.endsWith(practitioner)) &&
      (day === undefined || one.date === day),
  );
  if (fitting.length === 1) return fitting[0];
  const isOpen = practitioner === undefined && day === undefined;
  return isOpen ? own.find(({ id }) => id === session.last) : undefined;
}
