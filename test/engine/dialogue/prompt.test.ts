import { describe, expect, it } from 'vitest';
import { answering, Conversation, loadFiles } from './support.ts';

const files = (isServed: boolean, free = isServed ? '{{free}}' : 'ours') => ({
  'assistant.yaml':
    'schema: 1\nname: trips\nlanguages: {default: en, supported: [en, de, fr]}\nout_of_scope: {say: {en: No., de: Nein.}}\nbusiness_logic: {url: "env:BLS_URL"}\n',
  'competencies/trip.yaml': `
competency: trip
title: {en: Trip, de: Reise}
business_logic: ${isServed}
slots:
  people: {entity: number, required: true, ask: {en: How many?, de: Wie viele?}}
  seats: {entity: number, required: true, ask: {en: "Seats of ${free}?", de: "Plätze von ${free}?"}}
states:
  trip:
    utterances: {en: [trip, a trip, book a trip], de: [trip], fr: [trip]}
    transitions: [{on: "yes", to: booked}, {on: "no", to: root}]
    say: {en: "A trip for {{people}}?", de: "Eine Reise für {{people}}?"}
  booked: {terminal: true, say: {en: Booked., de: Gebucht.}}
`,
  'competencies/hours.yaml':
    'competency: hours\nstates: {hours: {terminal: true, utterances: {en: [hours, the hours, what hours], de: [zeiten], fr: [horaires]}, say: {en: At nine., de: Um neun.}}}\n',
});
const talk = (isServed = false) =>
  new Conversation(loadFiles(files(isServed), { trip: 'trip', hours: 'hours', zeiten: 'hours' }));

const heard = async (user: Conversation, query: string, language: string) =>
  (await user.say(query, { language })).visuals.speakableResponse;

describe('a question that still stands when the user changes the language', () => {
  it('is repeated in the new language after an interruption, help and a pause', async () => {
    const user = talk();
    await user.say('trip');
    expect(await heard(user, 'zeiten', 'de')).toMatch(/^Um neun\. .* Wie viele\?$/);
    expect(await heard(user, 'Hilfe', 'de')).toMatch(/ Wie viele\?$/);
    await heard(user, 'hours', 'en');
    expect(await heard(user, 'hm', 'de')).toMatch(/Wie viele\?$/);
    expect(await heard(user, 'hours', 'en')).toMatch(/ How many\?$/);
  });

  it('is repeated with its values if it waits for a yes or no', async () => {
    const user = talk();
    await user.say('trip');
    await user.say('3');
    await user.say('4');
    expect(await heard(user, 'zeiten', 'de')).toMatch(/ Eine Reise für 3\?$/);
    expect(await heard(user, 'ja', 'de')).toBe('Gebucht.');
  });

  it('keeps its language if it has no text in the new one', async () => {
    const user = talk();
    await user.say('trip');
    expect(await heard(user, 'aide', 'fr')).toMatch(/ How many\?$/);
  });

  it('keeps its language if it holds data of an earlier business logic call', async () => {
    const user = talk(true);
    user.answer = answering({ response_slots: { free: 9 } });
    await user.say('trip');
    expect(await heard(user, 'Hilfe', 'de')).toMatch(/ Wie viele\?$/);
    expect(await heard(user, '3', 'en')).toBe('Seats of 9?');
    expect(await heard(user, 'Hilfe', 'de')).toMatch(/ Seats of 9\?$/);
  });
});
