import type { Appointment, Diary } from './diary.ts';
import { nameIn, PRACTITIONERS, type Practitioner, practitionerOf, staffOf } from './people.ts';
import { findOpenings, type Opening } from './schedule.ts';
import type { Language, Slots, Turn } from './wire.ts';
import { momentText, TEXTS } from './words.ts';

/** How many free appointments are read out. */
const OFFERED = 4;
const FAR_AWAY = '9999-12-31';

/** A free appointment as a session remembers it and a page shows it. */
export interface Offer {
  number: number;
  practitioner: string;
  name: string;
  date: string;
  time: string;
  text: string;
}

/** What a turn came to: one time, several to choose from, or none, with the next one that there is. */
export type Choice =
  | { kind: 'chosen'; opening: Opening }
  | { kind: 'offers'; offers: Offer[] }
  | { kind: 'none'; next: Opening | undefined }
  | { kind: 'day_missing' };

/**
 * Finds an appointment for what the slots `day`, `time`, `between` and `choice` say, and settles them: a part of the
 * day becomes a stretch, a number the offer that was read out, a time that is taken is rejected.
 */
export function chooseTime(
  turn: Turn,
  diary: Diary,
  practitioners: readonly Practitioner[],
  now: number,
): Choice {
  const { slots, session, language } = turn;
  const day = slots.get('day');
  if (typeof day?.value !== 'string') return { kind: 'day_missing' };
  const search = {
    practitioners,
    taken: diary.of(turn.user),
    notBefore: today(now, turn.offsetMinutes),
    limit: 200,
  };
  const days = { firstDay: day.value, lastDay: typeof day.end === 'string' ? day.end : day.value };
  partOfDay(slots);
  const between = slots.get('between');
  const stretch = between && { from: String(between.value), to: String(between.end ?? '24:00') };
  const all = findOpenings({ ...search, ...days });
  const wanted = stretch === undefined ? all : findOpenings({ ...search, ...days, ...stretch });
  const time = slots.text('time');
  const opening = time === undefined ? undefined : all.find((one) => one.time === time);
  if (opening !== undefined) {
    session.offers = undefined;
    return { kind: 'chosen', opening };
  }
  if (all.length === 0) {
    const rest = { firstDay: days.lastDay, lastDay: addDays(days.lastDay, 60), limit: 1 };
    return { kind: 'none', next: findOpenings({ ...search, ...rest })[0] };
  }
  const near = time === undefined ? (wanted.length > 0 ? wanted : all) : nearest(all, time);
  const offers = near.slice(0, OFFERED).map((one, index) => offerOf(one, index + 1, language, days));
  session.offers = offers;
  if (time !== undefined) slots.reject('time', TEXTS[language].taken(timeLabel(time, language)));
  return { kind: 'offers', offers };
}

/** "The second one": the offer of that number, which says a day, a time and a practitioner. */
export function takeOffer({ slots, session, language }: Turn): void {
  const number = slots.get('choice')?.value;
  if (number === undefined) return;
  const offers = Array.isArray(session.offers) ? (session.offers as Offer[]) : [];
  const offer = number === -1 ? offers.at(-1) : offers[Number(number) - 1];
  slots.remove('choice');
  if (offer === undefined) {
    if (offers.length > 0) slots.reject('time', TEXTS[language].noSuchOffer(offers.length));
    return;
  }
  slots.fill('day', offer.date, { grain: 'day' });
  slots.fill('time', offer.time, { grain: 'minute' });
  slots.fill('practitioner', offer.practitioner);
}

/** The afternoon is no time but a stretch. */
function partOfDay(slots: Slots): void {
  const time = slots.get('time');
  if (time === undefined || time.grain !== 'part') return;
  slots.fill('between', String(time.value), { end: time.end });
  slots.remove('time');
}

/** The free times around one that is taken, the nearest first, then in order. */
function nearest(openings: readonly Opening[], time: string): Opening[] {
  const distance = (one: Opening) => Math.abs(minutesOf(one.time) - minutesOf(time));
  return [...openings]
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, OFFERED)
    .sort((a, b) => `${a.date} ${a.time}`.localeCompare(`${b.date} ${b.time}`));
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

function offerOf(
  { practitioner, date, time }: Opening,
  number: number,
  language: Language,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): Offer {
  const text = firstDay === lastDay ? timeLabel(time, language) : momentText(date, time, language);
  return { number, practitioner: practitioner.id, name: nameIn(language, practitioner), date, time, text };
}

const timeLabel = (time: string, language: Language): string => momentText(null, time, language);

/** The next free appointments of people on or after a day, to be read out. */
export function nextOffers(
  turn: Turn,
  diary: Diary,
  practitioners: readonly Practitioner[],
  now: number,
): Offer[] {
  const notBefore = today(now, turn.offsetMinutes);
  const day = turn.slots.get('day');
  const firstDay = typeof day?.value === 'string' ? day.value : notBefore.date;
  const lastDay = day === undefined ? FAR_AWAY : typeof day.end === 'string' ? day.end : firstDay;
  const found = findOpenings({
    practitioners,
    taken: diary.of(turn.user),
    firstDay,
    lastDay,
    notBefore,
    limit: OFFERED,
  });
  return found.map((one, index) => offerOf(one, index + 1, turn.language, { firstDay, lastDay }));
}

/** The practitioners that the slots leave: one who was named, or all of a department. */
export function practitionersFor({ slots }: Turn): readonly Practitioner[] {
  const named = practitionerOf(slots.text('practitioner') ?? '');
  if (named !== undefined) return [named];
  const department = slots.text('department');
  return department === undefined ? PRACTITIONERS : staffOf(department);
}

/** The user's own date and time. */
export function today(now: number, offsetMinutes: number): { date: string; time: string } {
  const local = new Date(now + offsetMinutes * 60_000).toISOString();
  return { date: local.slice(0, 10), time: local.slice(11, 16) };
}

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

export function appointmentText({ practitioner, date, time }: Appointment, language: Language): string {
  const who = practitionerOf(practitioner);
  return `${who === undefined ? practitioner : nameIn(language, who)}, ${momentText(date, time, language)}`;
}
