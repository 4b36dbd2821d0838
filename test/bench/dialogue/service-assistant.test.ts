import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { checkAssistant } from '../../../authoring/check.ts';
import { readAssistantFiles } from '../../../authoring/read.ts';
import { readDialogues, readServices, type Service } from '../../../bench/dialogue/rows.ts';
import { assistantFor } from '../../../bench/dialogue/service-assistant.ts';

const smokeFile = (name: string): string =>
  fileURLToPath(new URL(`../../../bench/dialogue/smoke/${name}`, import.meta.url));

function errorsOf(service: Service | undefined, training = readDialogues(smokeFile('dialogues.jsonl'))) {
  if (service === undefined) throw new Error('the schema is empty');
  const files = Object.entries(assistantFor(service, training)).map(([path, form]) => [
    path,
    JSON.stringify(form),
  ]);
  const authored = readAssistantFiles(Object.fromEntries(files));
  return {
    errors: checkAssistant(authored).filter(({ severity }) => severity === 'error'),
    utterances: JSON.stringify(authored.competencies.map(({ form }) => form.states)),
  };
}

const [boats] = readServices(smokeFile('schema.jsonl'));

it('the assistant of a service passes the check, with the users’ marked words', () => {
  const { errors, utterances } = errorsOf(boats);
  expect(errors).toEqual([]);
  expect(utterances).toContain('a boat on [Loch Ness](lake)');
});

it('the assistant of a service that no dialogue has passes the check, with its description', () => {
  const { errors, utterances } = errorsOf(boats, []);
  expect(errors).toEqual([]);
  expect(utterances).toContain('I want to find a boat on a lake');
});
