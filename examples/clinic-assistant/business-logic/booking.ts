import { type Choice, chooseTime, nextOffers, type Offer, practitionersFor, takeOffer } from './calendar.ts';
import type { Diary } from './diary.ts';
import { NAMESAKES, nameIn, practitionerOf, staffOf } from './people.ts';
import type { Opening } from './schedule.ts';
import type { Answer, Turn } from './wire.ts';
import { dayText, momentText, TEXTS } from './words.ts';

export type State = (turn: Turn, diary: Diary, now: number) => Answer;

/** Collects an appointment: whom it is with, then when; the rest is asked for by the assistant itself. */
export const book: State = (turn, diary, now) => {
  takeAlternative(turn);
  takeOffer(turn);
  if (!settlePractitioner(turn)) return {};
  if (turn.slots.text('department') === undefined) return {};
  return settled(turn, chooseTime(turn, diary, practitionersFor(turn), now));
};

/** Nothing was free: another day that has something leads back. */
export const bookFull: State = (turn, diary, now) => {
  turn.session.alternative = undefined;
  takeOffer(turn);
  if (!settlePractitioner(turn)) return {};
  const answer = settled(turn, chooseTime(turn, diary, practitionersFor(turn), now));
  return answer.state === 'book_full' ? answer : { ...answer, state: 'book' };
};

/** What follows from the choice of a time; `book_full` where there is none. */
function settled(turn: Turn, choice: Choice): Answer {
  const { slots, session, language } = turn;
  switch (choice.kind) {
    case 'day_missing':
      return {};
    case 'chosen':
      take(turn, choice.opening);
      return {};
    case 'offers':
      return {
        say: { offers: choice.offers.map(({ text }) => text) },
        show: { openings: choice.offers },
      };
    case 'none': {
      const { next } = choice;
      session.alternative = next && { practitioner: next.practitioner.id, date: next.date, time: next.time };
      const day = slots.text('day') ?? '';
      const why =
        isSunday(day) && slots.get('day')?.end === day ? TEXTS[language].closed : TEXTS[language].noneThatDay;
      return {
        state: 'book_full',
        say: {
          why,
          next: next && momentText(next.date, next.time, language),
          doctor: next && nameIn(language, next.practitioner),
        },
      };
    }
  }
}

const isSunday = (date: string): boolean => new Date(date).getUTCDay() === 0;

/** The user agreed to the time that was proposed in place of a day without any. */
function takeAlternative({ slots, session, isReply }: Turn): void {
  const { alternative } = session;
  session.alternative = undefined;
  // A no has emptied the day.
  if (!isReply || slots.get('day') === undefined) return;
  if (typeof alternative !== 'object' || alternative === null) return;
  const { practitioner, date, time } = alternative as Record<string, string>;
  slots.fill('day', date ?? '', { grain: 'day' });
  slots.fill('time', time ?? '', { grain: 'minute' });
  slots.fill('practitioner', practitioner ?? '');
}

function take({ slots }: Turn, { practitioner, date, time }: Opening): void {
  if (slots.text('day') !== date || slots.get('day')?.end !== undefined) {
    slots.fill('day', date, { grain: 'day' });
  }
  slots.confirm('time', time);
  slots.remove('between');
  if (slots.text('practitioner') !== practitioner.id) slots.fill('practitioner', practitioner.id);
  if (slots.text('department') !== practitioner.department) slots.fill('department', practitioner.department);
}

/**
 * Finds out who is meant. A name that two people share is left to the service to map.
 * @returns false where the service will call again
 */
export function settlePractitioner(turn: Turn): boolean {
  const { slots, language } = turn;
  const texts = TEXTS[language];
  if (slots.failedMapping('practitioner')) {
    slots.reject('practitioner', texts.whichNamesake);
    return true;
  }
  dropOutdated(turn);
  const id = slots.text('practitioner');
  if (id === undefined) return true;
  const namesakes = NAMESAKES[id];
  if (namesakes !== undefined) {
    // A department that this server filled in says nothing of a new name.
    const said = slots.get('department')?.tokens === '' ? undefined : slots.text('department');
    const fitting = staffOf(said ?? '').find((one) => Object.hasOwn(namesakes, one.id));
    if (fitting === undefined) {
      const candidates = Object.keys(namesakes).map((value) => ({
        value,
        name: practitionerOf(value)?.name,
      }));
      const words = Object.entries(namesakes).map(([value, said]) => [value, [...said[language]]]);
      slots.offer('practitioner', candidates, Object.fromEntries(words));
      return false;
    }
    slots.confirm('practitioner', fitting.id);
  }
  const practitioner = practitionerOf(slots.text('practitioner') ?? '');
  if (practitioner === undefined) return true;
  slots.confirm('practitioner', practitioner.id);
  slots.fill('department', practitioner.department);
  return true;
}

/**
 * What is newly extracted counts more than what was settled before: another department, or another time where this
 * server chose the practitioner.
 */
function dropOutdated({ slots }: Turn): void {
  const held = slots.get('practitioner');
  if (held === undefined || held.status !== 'CONFIRMED') return;
  const isNew = (name: string) => slots.get(name)?.status === 'EXTRACTED';
  const works = practitionerOf(String(held.value))?.department;
  const isElsewhere = isNew('department') && slots.text('department') !== works;
  const isChosen = held.tokens === '' && (isNew('time') || isNew('day') || isNew('between'));
  if (isElsewhere || isChosen) slots.remove('practitioner');
}

/** The user has said yes. */
export const booked: State = (turn, diary) => {
  const { slots, session, user, qid, language } = turn;
  const practitioner = practitionerOf(slots.text('practitioner') ?? '');
  const [date, time] = [slots.text('day'), slots.text('time')];
  if (practitioner === undefined || date === undefined || time === undefined) return {};
  const patient = slots.text('patient') ?? '';
  diary.put(user, { id: qid, practitioner: practitioner.id, date, time, patient });
  session.last = qid;
  return {
    say: { when: momentText(date, time, language), doctor: nameIn(language, practitioner) },
    show: { appointment: { id: qid, practitioner: practitioner.name, date, time } },
  };
};

/** What is free with somebody or in a department. */
export const availability: State = (turn, diary, now) => {
  if (!settlePractitioner(turn)) return {};
  const { slots, session, language } = turn;
  // "Anything earlier?" speaks of whom the offers before were from.
  const before = Array.isArray(session.offers) ? (session.offers[0] as Offer | undefined) : undefined;
  const known = practitionerOf(before?.practitioner ?? '');
  if (slots.text('department') === undefined && known !== undefined)
    slots.fill('department', known.department);
  if (slots.text('department') === undefined) return {};
  const offers = nextOffers(turn, diary, practitionersFor(turn), now);
  if (offers.length === 0) return { state: 'availability_none' };
  session.offers = offers;
  const day = slots.text('day');
  return {
    say: {
      offers: offers.map(({ text, name }) => (slots.get('practitioner') ? text : `${text} (${name})`)),
      when: day === undefined ? '' : dayText(day, language),
    },
    show: { openings: offers },
  };
};
