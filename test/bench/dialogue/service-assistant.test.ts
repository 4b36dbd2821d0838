import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { checkAssistant } from '../../../authoring/check.ts';
import { readAssistantFiles } from '../../../authoring/read.ts';
import { readDialogues, readServices, type Service } from '../../../bench/dialogue/rows.ts';
import { assistantFor, type Training } from '../../../bench/dialogue/service-assistant.ts';
import { sharedWords } from './support.ts';

const smokeFile = (name: string): string =>
  fileURLToPath(new URL(`../../../bench/dialogue/smoke/${name}`, import.meta.url));

const services = readServices(smokeFile('schema.jsonl'));
const dialogues = readDialogues(smokeFile('dialogues.jsonl'));

function errorsOf(service: Service | undefined, training: Training = { services, dialogues }) {
  if (service === undefined) throw new Error('the schema is empty');
  const files = Object.entries(assistantFor(service, training, sharedWords)).map(([path, form]) => [
    path,
    JSON.stringify(form),
  ]);
  const authored = readAssistantFiles(Object.fromEntries(files));
  return {
    errors: checkAssistant(authored).filter(({ severity }) => severity === 'error'),
    utterances: JSON.stringify(authored.competencies.map(({ form }) => form.states)),
  };
}

const [boats] = services;

it('the assistant of a service passes the check, with the users’ marked words', () => {
  const { errors, utterances } = errorsOf(boats);
  expect(errors).toEqual([]);
  expect(utterances).toContain('a boat on [Loch Ness](lake)');
});

it('the assistant of a service without dialogues passes the check, with the service’s description', () => {
  const { errors, utterances } = errorsOf(boats, { services: [], dialogues: [] });
  expect(errors).toEqual([]);
  expect(utterances).toContain('I want to find a boat on a lake');
});

it('the assistant of an unseen service uses the users’ words of a similar one, under its own names', () => {
  if (boats === undefined) throw new Error('the schema is empty');
  const slots = boats.slots.map((slot) => (slot.name === 'lake' ? { ...slot, name: 'water' } : slot));
  const intents = boats.intents.map((intent) => ({
    ...intent,
    required_slots: intent.required_slots.map((name) => (name === 'lake' ? 'water' : name)),
  }));
  const { errors, utterances } = errorsOf({ ...boats, service: 'Boats_2', slots, intents });
  expect(errors).toEqual([]);
  expect(utterances).toContain('a boat on [Loch Ness](water)');
});
