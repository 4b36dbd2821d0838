import { expect, it } from 'vitest';
import { checkAssistant } from '../../../authoring/check.ts';
import { readAssistantFiles } from '../../../authoring/read.ts';
import { assistantFor } from '../../../bench/dialogue/service-assistant.ts';
import { listenerOfService } from '../../../bench/star/listener.ts';
import { clockOf } from '../../../bench/star/task-replay.ts';
import { formOf, serviceOf, shortCallsOf } from '../../../bench/star/task-service.ts';
import { serviceDialogueOf, sharedTexts } from '../../../bench/star/training-dialogue.ts';
import { sharedWords } from '../dialogue/support.ts';
import { dialogueCalled, dialogues, taskCalled } from './support.ts';

const kayak = taskCalled('kayak_book');
const service = serviceOf('kayak_book', kayak);

it('a task is a service with the inputs of its API, in the order in which they are asked for', () => {
  expect(service.slots.map(({ name }) => name)).toEqual(['renter_name', 'lake', 'day', 'people']);
  expect(service.intents[0]).toMatchObject({ is_transactional: true, description: 'book a kayak' });
});

it.each(['kayak_book', 'tide_look'])('the assistant of %s passes the check', (name) => {
  const task = taskCalled(name);
  const files = assistantFor(
    serviceOf(name, task),
    { services: [], dialogues: [] },
    sharedWords,
    formOf(name, task, []),
  );
  const texts = Object.fromEntries(Object.entries(files).map(([path, form]) => [path, JSON.stringify(form)]));
  const errors = checkAssistant(readAssistantFiles(texts)).filter(({ severity }) => severity === 'error');
  expect(errors).toEqual([]);
});

it('a value also has the short names that no other value shares', () => {
  expect(shortCallsOf(['Blue Lake', 'Otter Lake', 'Mill Pond'])).toEqual({
    'Blue Lake': ['blue'],
    'Otter Lake': ['otter'],
  });
});

it('a dialogue of a task marks the words that say values of the next query', () => {
  const dialogue = dialogueCalled('smoke-0');
  const listener = listenerOfService(service, clockOf(dialogue));
  const { turns } = serviceDialogueOf(dialogue, kayak, service, listener);
  const users = turns.filter(({ who }) => who === 'user');
  const marks = users.map(({ text, spans }) =>
    spans.map(({ slot, start, end }) => [slot, text.slice(start, end)]),
  );
  expect(marks.slice(0, 4)).toEqual([
    [['lake', 'Blue Lake']],
    [['renter_name', 'Ilse Brandt']],
    [['day', 'Friday']],
    [['people', '3']],
  ]);
  expect(users[0]?.acts.map(({ act }) => act)).toEqual(['INFORM_INTENT', 'INFORM']);
});

it('answers to a reply that two tasks share are returned with the slot name of the other task', () => {
  const converted = dialogues
    .filter(({ task }) => task === 'kayak_book')
    .map((dialogue) =>
      serviceDialogueOf(dialogue, kayak, service, listenerOfService(service, clockOf(dialogue))),
    );
  const ferry = { ...taskCalled('tide_look'), asks: { ask_name: 'CaptainName' } };
  const texts = sharedTexts(ferry, [{ task: kayak, dialogues: converted }]);
  expect(texts).toContainEqual({
    text: 'My name is Tomas',
    spans: [{ slot: 'captain_name', start: 11, end: 16 }],
  });
  expect(texts.every(({ spans }) => spans.every(({ slot }) => slot === 'captain_name'))).toBe(true);
});
