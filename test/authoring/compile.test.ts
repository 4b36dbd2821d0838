import { describe, expect, it } from 'vitest';
import { buildArtifact } from '../../authoring/build.ts';
import { compileAssistant } from '../../authoring/compile.ts';
import { AuthoringError } from '../../authoring/findings.ts';
import { readAssistantFiles } from '../../authoring/read.ts';
import { sourcesOf } from '../../authoring/sources.ts';
import { loadAssistant } from '../../engine/load.ts';
import { BANK_FILES } from '../engine/dialogue/bank.ts';

const compile = (changes: Record<string, string> = {}) =>
  compileAssistant(readAssistantFiles({ ...BANK_FILES, ...changes }));

const keeping = (keep: string) => ({
  'assistant.yaml': `${BANK_FILES['assistant.yaml']}conversations: {keep: ${keep}}\n`,
});

describe('a compiled assistant', () => {
  it('is plain JSON', () => {
    const { assistant } = compile();
    expect(JSON.parse(JSON.stringify(assistant))).toEqual(assistant);
  });

  it('learns utterances without their annotations', () => {
    const { examples } = compile();
    expect(examples.en).toContainEqual({
      text: 'send 50 dollars from checking to savings',
      label: 'transfer',
    });
    expect(JSON.stringify(examples)).not.toMatch(/[[\]]\(/);
  });

  it('learns the words around a slot’s values', () => {
    const slot = compile().assistant.competencies.transfer?.slots.find(({ name }) => name === 'account_to');
    expect(slot?.contexts.en).toEqual({
      left: { to: 2, my: 1 },
      // In "from [checking] to [savings]", the other value is not a word beside this one.
      secondLeft: { to: 1 },
      right: {},
    });
  });

  it('hands over to nobody unless the author declares people, with hours in order', () => {
    const declaring = (people: string) =>
      compile({ 'assistant.yaml': `${BANK_FILES['assistant.yaml']}people: ${people}\n` }).assistant.people;
    expect(compile().assistant.people).toBeUndefined();
    expect(declaring('{within: 2h}')).toEqual({
      withinMinutes: 120,
      whenNobody: 'wait',
      whenClosed: 'refuse',
    });
    const hours = '{time_zone: Europe/Berlin, mon: [13:00-24:00, 09:00-12:30], sun: 10:00-10:01}';
    expect(declaring(`{within: 5m, after_failures: 3, when_nobody: back, hours: ${hours}}`)).toMatchObject({
      afterFailures: 3,
      whenNobody: 'back',
      hours: {
        timeZone: 'Europe/Berlin',
        week: [
          [
            [540, 750],
            [780, 1440],
          ],
          [],
          [],
          [],
          [],
          [],
          [[600, 601]],
        ],
      },
    });
  });

  it('assigns conversations to queues by competency and language, with their own hours and times', () => {
    const queues =
      '{cards: {competencies: [transfer], within: 1h}, es: {languages: [es], hours: {time_zone: UTC}}}';
    const { people } = compile({
      'assistant.yaml': `${BANK_FILES['assistant.yaml']}people: {within: 5m, queues: ${queues}}\n`,
    }).assistant;
    expect(people?.queues).toMatchObject([
      { name: 'cards', competencies: ['transfer'], withinMinutes: 60 },
      { name: 'es', languages: ['es'], hours: { timeZone: 'UTC' } },
    ]);
  });

  it.each([
    ['{cards: {competencies: [tranfer]}}', 'the competency tranfer is unknown: did you mean transfer?'],
    [
      '{de: {languages: [de]}}',
      'de is not a language of this assistant: add it to languages.supported, or remove it',
    ],
    [
      '{all: {}, es: {languages: [es]}}',
      'es gets no conversation: all before it takes all. Put it before all',
    ],
    ['{Cards: {}}', 'write a name in snake_case'],
    ['{cards: {competencies: []}}', 'list at least one, or remove the key'],
    ['{cards: {skills: [transfer]}}', 'skills'],
  ])('reports what is wrong with queues: %s', (queues, message) => {
    const file = `${BANK_FILES['assistant.yaml']}people: {within: 5m, queues: ${queues}}\n`;
    expect(() => compile({ 'assistant.yaml': file })).toThrow(message);
  });

  it.each([
    '{within: 25h}',
    '{within: 0m}',
    '{after_failures: 2}',
    '{within: 5m, after_failures: 0}',
    '{within: 5m, hours: {time_zone: Mars/Olympus}}',
    '{within: 5m, hours: {time_zone: UTC, mon: 17:00-09:00}}',
    '{within: 5m, hours: {time_zone: UTC, mon: 9-17}}',
  ])('rejects invalid settings of people: %s', (people) => {
    const file = `${BANK_FILES['assistant.yaml']}people: ${people}\n`;
    expect(() => compile({ 'assistant.yaml': file })).toThrow(AuthoringError);
  });

  it.each(['1d', '99d', '400d'])('keeps conversations for %s', (keep) => {
    const { conversations } = compile(keeping(keep)).assistant;
    expect(conversations).toEqual({ keepDays: Number.parseInt(keep, 10), queries: 'masked' });
  });

  it.each(['0d', '401d', '1000d', '30h', '-1d', '01d'])('keeps no conversations for %s', (keep) => {
    expect(() => compile(keeping(keep))).toThrow('write a number of days from 1d to 400d, such as 30d');
  });

  it('keeps no conversations by default', () => {
    expect(compile().assistant).not.toHaveProperty('conversations');
  });

  it('has every message in every supported language', () => {
    for (const text of Object.values(compile().assistant.messages)) {
      expect(Object.keys(text).sort()).toEqual(['en', 'es']);
    }
  });

  it('is refused with its findings where there are errors', () => {
    const attempt = () => compile({ 'competencies/balance.yaml': 'competency: balance' });
    expect(attempt).toThrow(AuthoringError);
    expect(attempt).toThrow('competencies/balance.yaml:1:1: error: add the key states');
  });
});

describe('an artifact', () => {
  const artifact = buildArtifact(compile());

  it('has the same bytes for the same content, whatever the order of the files', () => {
    const reversed = Object.fromEntries(Object.entries(BANK_FILES).reverse());
    const second = buildArtifact(compileAssistant(readAssistantFiles(reversed)));
    expect(second).toEqual(artifact);
    const changed = BANK_FILES['competencies/balance.yaml']?.replace('holds 10', 'holds 11') ?? '';
    expect(buildArtifact(compile({ 'competencies/balance.yaml': changed }))).not.toEqual(artifact);
  });

  it('is loaded with a classifier for each language', () => {
    const loaded = loadAssistant(artifact);
    expect([...loaded.classifiers.keys()]).toEqual(['en', 'es']);
    expect(loaded.classifiers.get('en')?.classify('transfer money').ranked[0]?.label).toBe('transfer');
  });

  it('is loaded from bytes that are not aligned in memory', () => {
    const shifted = new Uint8Array(artifact.length + 3);
    shifted.set(artifact, 3);
    expect(loadAssistant(shifted.subarray(3)).assistant.name).toBe('small-bank');
  });

  it('reports its progress from 0 to 1', () => {
    const done: number[] = [];
    buildArtifact(compile(), { onProgress: (progress) => done.push(progress.done) });
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(done.at(-1)).toBe(1);
  });

  it('contains the author’s files unchanged', () => {
    expect(sourcesOf(artifact)).toEqual(compile().sources);
  });
});
