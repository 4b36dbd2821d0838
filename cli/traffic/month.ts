import type { ConversationTest } from '../../authoring/forms/test-file.ts';
import type { AuthoredAssistant } from '../../authoring/read.ts';
import { fixtureOf } from '../../authoring/run-conversation-test.ts';
import type { BusinessLogicClient } from '../../functions/shared/business-logic/client.ts';
import { unreliable, withFixtures } from './business-logic.ts';
import { beginningOf } from './calendar.ts';
import { type Chance, chanceOf, idOf } from './chance.ts';
import { converseFreely, type Heard } from './person.ts';
import { beginSession, type Part, type PlayedAnswer, type Stage } from './play.ts';
import type { Repertoire } from './repertoire.ts';

/** A made-up session with its start. */
export interface PlannedSession {
  /** Numbered from 0. */
  number: number;
  beginsAt: number;
  chance: Chance;
  /** The conversation test to play; absent for a random session. */
  test?: ConversationTest;
}

export interface Month {
  institution: string;
  seed: number;
  /** The last moment, in epoch milliseconds. */
  now: number;
  days: number;
  /** The number of random conversations. */
  free: number;
}

/** The sessions of some days in order of time: the conversation tests and random ones. */
export function planSessions({ tests }: AuthoredAssistant, month: Month): PlannedSession[] {
  const count = tests.length + month.free;
  return Array.from({ length: count }, (_, number) => {
    const chance = chanceOf(month.institution, month.seed, number);
    const test = tests[number]?.form;
    return { number, chance, beginsAt: beginningOf(chance, month.now, month.days), ...(test && { test }) };
  }).sort((left, right) => left.beginsAt - right.beginsAt);
}

/** The maximum number of ids that a session uses before its session id. */
const FIRST_IDS = 8;

/** True if a session was already played, according to the existing session ids. */
export const isPlayed = (
  { institution, seed }: Month,
  { number }: PlannedSession,
  there: ReadonlySet<string>,
) =>
  Array.from({ length: FIRST_IDS }, (_, id) => idOf(institution, seed, number, id)).some((id) =>
    there.has(id),
  );

export interface Cast {
  stage: Stage;
  repertoires: readonly Repertoire[];
  /** The business logic of the assistant's folder. */
  businessLogic: BusinessLogicClient;
  defaultLanguage: string;
}

/** The share of sessions in which the user gives a rating. */
const RATES = 0.14;
/** The share of users who rate in line with the outcome: good if they were understood, otherwise bad. */
const AGREES_WITH_OUTCOME = 0.85;
/** The share of random conversations in the default language of a multilingual assistant. */
const FIRST_LANGUAGE = 0.7;

/** Plays a session. @returns its number of turns */
export async function playSession(cast: Cast, month: Month, session: PlannedSession): Promise<number> {
  const { number, beginsAt, chance, test } = session;
  const { institution, seed } = month;
  let ids = 0;
  let turns = 0;
  let misses = 0;
  const part: Omit<Part, 'language' | 'businessLogic'> = {
    beginsAt,
    chance,
    externalUserId: `made-up-${seed}-${number}`,
    device: test?.device,
    newId: () => {
      ids += 1;
      return idOf(institution, seed, number, ids - 1);
    },
  };
  const repertoire = repertoireOf(cast, chance);
  const language = test === undefined ? repertoire?.language : test.language;
  const played = beginSession(cast.stage, {
    ...part,
    language: language ?? cast.defaultLanguage,
    businessLogic:
      test === undefined
        ? unreliable(cast.businessLogic, chance)
        : withFixtures(cast.businessLogic, () => fixtureOf(test, turns)),
  });
  const say = async (query: string): Promise<PlayedAnswer> => {
    const answer = await played.say(query);
    turns += 1;
    if (answer.competency === 'out_of_scope') misses += 1;
    return answer;
  };
  if (test !== undefined) for (const turn of test.turns) await say(turn.say);
  else if (repertoire !== undefined) {
    await converseFreely(repertoire, chance, async (query) => heardOf(cast, await say(query)));
  }
  if (chance.is(RATES)) {
    const isPleased = (misses === 0) === chance.is(AGREES_WITH_OUTCOME);
    await played.rate(isPleased ? 'good' : 'bad', chance.is(0.5) ? 'answer' : 'session');
  }
  return turns;
}

function repertoireOf({ repertoires }: Cast, chance: Chance): Repertoire | undefined {
  const [first] = repertoires;
  return chance.is(FIRST_LANGUAGE) ? first : (chance.pick(repertoires.slice(1)) ?? first);
}

function heardOf({ stage }: Cast, { classifier_state: state, explanation: { asked } }: PlayedAnswer): Heard {
  const transitions = stage.loaded.states.get(state)?.transitions ?? [];
  return { asked, awaitsYes: transitions.some(({ on }) => on === 'yes' || on === 'no') };
}
