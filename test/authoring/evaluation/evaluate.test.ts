import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildArtifact, type TrainFreeText } from '../../../authoring/build.ts';
import { toHtml } from '../../../authoring/evaluation/html.ts';
import { evaluateAssistant, type Report } from '../../../authoring/evaluation/report.ts';
import { dealRows } from '../../../authoring/evaluation/rows.ts';
import { toText } from '../../../authoring/evaluation/table.ts';
import { type AuthoredAssistant, readAssistantFiles } from '../../../authoring/read.ts';
import { loadAssistant } from '../../../engine/load.ts';
import { ENCODER_DIRECTORY } from '../../../engine/train/encoder/build.ts';
import { trainFreeText } from '../../../engine/train/free-text.ts';
import { loaders, readErrands } from '../../engine/values/free-text/support.ts';

const guide = readFileSync(new URL('../../../docs/AUTHORING.md', import.meta.url), 'utf8');
const blocks = [...guide.matchAll(/```yaml\n# (\S+)\n([\s\S]*?)```/g)];
const authored: AuthoredAssistant = readAssistantFiles(
  Object.fromEntries(blocks.map(([, file = '', text = '']) => [file, text])),
);

describe('the folds', () => {
  const rows = dealRows(authored, 3, 1);

  test('hold every utterance back once, out of scope ones too', () => {
    expect(new Set(rows.map(({ fold }) => fold))).toEqual(new Set([0, 1, 2]));
    expect(rows.filter(({ label }) => label === null).length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ language, text }) => `${language} ${text}`)).size).toBe(rows.length);
  });

  test('share each state of each language evenly', () => {
    const groups = Map.groupBy(rows, ({ language, label }) => `${language} ${label}`);
    for (const group of groups.values()) {
      const counts = [0, 1, 2].map((fold) => group.filter((row) => row.fold === fold).length);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    }
  });

  test('depend on the seed, and on nothing else', () => {
    const folds = (seed: number) => dealRows(authored, 3, seed).map(({ fold }) => fold);
    expect(folds(1)).toEqual(folds(1));
    expect(folds(1)).not.toEqual(folds(2));
  });
});

describe('the evaluation of an assistant', () => {
  let report: Report;
  const asked: string[] = [];
  const trained: string[][] = [];

  beforeAll(() => {
    let fold: string[] = [];
    report = evaluateAssistant(authored, {
      folds: 3,
      seed: 1,
      now: () => 0,
      build: (compilation) => {
        fold = Object.values(compilation.examples).flatMap((examples) => examples.map(({ text }) => text));
        trained.push(fold);
        return buildArtifact(compilation);
      },
      load: (artifact) => {
        const loaded = loadAssistant(artifact);
        const known = new Set(fold);
        const classifiers = new Map(
          [...loaded.classifiers].map(([language, classifier]) => [
            language,
            {
              classify: (text: string) => {
                asked.push(text);
                expect(known.has(text)).toBe(false);
                return classifier.classify(text);
              },
            },
          ]),
        );
        return { ...loaded, classifiers };
      },
    });
  });

  test('asks every utterance of an assistant that was not trained on it', () => {
    expect(trained).toHaveLength(3);
    expect(asked).toHaveLength(dealRows(authored, 3, 1).length);
  });

  test('measures all languages together and each by itself', () => {
    expect(Object.keys(report.languages)).toEqual(['en', 'es']);
    const total = Object.values(report.languages).reduce((sum, { utterances }) => sum + utterances, 0);
    expect(report.overall.utterances).toBe(total);
    expect(report.overall.slots.recall).toBeGreaterThan(0);
  });

  test('is printed in lines that fit a terminal', () => {
    const text = toText(report);
    expect(text).toContain('coffee-bar: 3-fold cross-validation');
    expect(text).toMatch(/accuracy +\d/);
  });

  test('is a page without scripts and external resources', () => {
    const page = toHtml(report);
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|https?:|\son\w+=/i);
    expect(page).toContain('prefers-color-scheme: dark');
    expect(page).toContain('@media print');
    expect(page).toContain('name="viewport"');
  });

  test('escapes what authors wrote', () => {
    const utterances = [{ text: '<b>"free" & easy</b>', language: 'en', confidence: 0.5 }];
    const confusion = { expected: 'order', predicted: 'hours', utterances };
    const page = toHtml({ ...report, overall: { ...report.overall, confusions: [confusion] } });
    expect(page).not.toContain('<b>"free"');
    expect(page).toContain('&#60;b&#62;&#34;free&#34; &#38; easy');
  });
});

describe('the evaluation of free text', () => {
  /** Trains English by words alone, which is enough to find most of the held-back values. */
  const onWords: TrainFreeText = (examples, options) =>
    options.language === 'en'
      ? trainFreeText(examples, { ...options, encoder: null, encoderDirectory: ENCODER_DIRECTORY })
      : null;

  test('measures a tagger that was trained without the tested values', async () => {
    const errands = await readErrands();
    const held: string[] = [];
    const report = evaluateAssistant(errands, {
      folds: 2,
      seed: 1,
      now: () => 0,
      build: (compilation) => {
        const learned = Object.values(compilation.freeText).flatMap(({ utterances }) => utterances);
        held.push(JSON.stringify(learned));
        return buildArtifact(compilation, { trainFreeText: onWords });
      },
      load: (artifact) => loadAssistant(artifact, loaders),
    });
    expect(toText(report)).toMatch(/pay\.memo +\d+\.\d %/);
    expect(toHtml(report)).toContain('<td class="text">memo</td>');
    const payee = report.languages.en?.slots.slots.find(({ slot }) => slot === 'payee');
    expect(payee?.marked).toBe(8);
    expect(payee?.f1).toBeGreaterThan(0.6);
    for (const value of ['the gas company', 'mi casero', 'water the plants']) {
      expect(held.filter((learned) => learned.includes(value))).toHaveLength(1);
    }
  });
});

test('an evaluation that is stopped trains no more folds, and evaluates those that it has', () => {
  const trained: number[] = [];
  const options = { folds: 3, seed: 1, now: () => 0, load: loadAssistant };
  const { overall } = evaluateAssistant(authored, {
    ...options,
    build: (compilation) => {
      trained.push(1);
      return buildArtifact(compilation);
    },
    isEnough: (done) => done === 2,
  });
  const rows = dealRows(authored, 3, 1).filter(({ fold, label }) => fold < 2 && label !== null);
  expect([trained.length, overall.utterances]).toEqual([2, rows.length]);
});
