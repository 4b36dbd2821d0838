import { describe, expect, it } from 'vitest';
import { packArtifact, unpackArtifact } from '../../../../engine/artifact.ts';
import type { TrainingExample } from '../../../../engine/classify/classifier.ts';
import { type Calibration, decide } from '../../../../engine/classify/decision.ts';
import { loadNgrams, type NgramsMeta } from '../../../../engine/classify/ngrams/index.ts';
import { readJson, writeJson } from '../../../../engine/sections.ts';
import { NgramTrainer } from '../../../../engine/train/ngram-trainer.ts';
import { trainNgrams } from '../../../../engine/train/ngrams.ts';
import { seededRandom } from '../../../../engine/train/random.ts';
import { TrainingError, trainingSet } from '../../../../engine/train/training-set.ts';
import { FOREIGN, libraryOf, UNKNOWN_WORDS } from './library.ts';

const utterances = (label: string | null, ...texts: string[]): TrainingExample[] =>
  texts.map((text) => ({ text, label }));

const BANK = [
  ...utterances(
    'balance',
    'how much money do i have',
    'what is my balance',
    'show the balance of my account',
  ),
  ...utterances('transfer', 'send money to my sister', 'move 50 dollars to savings', 'make a transfer'),
];

const classifierOf = (examples: TrainingExample[]) => loadNgrams(trainNgrams(examples));

const bank = classifierOf(BANK);

describe('with two intents of three examples', () => {
  it.each([
    ["what's my account balance", 'balance'],
    ['how much do i have', 'balance'],
    ['transfer 20 dollars', 'transfer'],
    ['please send my sister 30 dollars', 'transfer'],
    ['WHAT IS MY BALANCE PLEASE', 'balance'],
  ])('"%s" is %s', (text, label) => {
    const { ranked, outcome } = bank.classify(text);
    expect(ranked[0]?.label).toBe(label);
    expect(outcome).toBe('matched');
  });

  it.each(['who painted the mona lisa', 'xyzzy plugh', '', '?!', '今日はいい天気'])(
    '"%s" is out of scope',
    (text) => {
      expect(bank.classify(text).outcome).toBe('out_of_scope');
    },
  );
});

describe.each([
  [1, 6],
  [2, 16],
  [3, 26],
])('with %i German intents of five examples', (intents, most) => {
  const { examples, paraphrases } = libraryOf(intents);
  const library = loadNgrams(trainNgrams(examples, { language: 'de' }));
  const isRefused = (text: string) => library.classify(text).outcome === 'out_of_scope';

  it(`at least ${most} of ${paraphrases.length} paraphrases are understood`, () => {
    const understood = paraphrases.filter(
      ({ text, label }) => !isRefused(text) && library.classify(text).ranked[0]?.label === label,
    );
    expect(understood.length).toBeGreaterThanOrEqual(most);
  });

  it('foreign questions and unknown words are out of scope', () => {
    expect([...FOREIGN, ...UNKNOWN_WORDS].filter((text) => !isRefused(text))).toEqual([]);
  });
});

describe.each([1, 2, 3])('with %i intents in a language without generic sentences', (intents) => {
  const { examples, paraphrases } = libraryOf(intents);
  const library = loadNgrams(trainNgrams(examples, { language: 'fi' }));
  const refusedOf = (texts: readonly string[]) =>
    texts.filter((text) => library.classify(text).outcome === 'out_of_scope').length;

  it('unknown words and most foreign questions are out of scope, but few paraphrases', () => {
    expect(refusedOf(UNKNOWN_WORDS)).toBe(UNKNOWN_WORDS.length);
    expect(refusedOf(FOREIGN)).toBeGreaterThanOrEqual(0.6 * FOREIGN.length);
    expect(refusedOf(paraphrases.map(({ text }) => text))).toBeLessThanOrEqual(0.1 * paraphrases.length);
  });
});

describe('an answer', () => {
  it('shares a probability of one among the labels and "out of scope"', () => {
    for (const text of ['what is my balance', 'blue cheese', '']) {
      const { ranked, outOfScope } = bank.classify(text);
      expect(ranked.reduce((sum, { probability }) => sum + probability, outOfScope)).toBeCloseTo(1, 6);
    }
  });

  it('finds a query out of scope exactly when that is likelier than not', () => {
    for (const text of [
      'my balance',
      'balance of the moon',
      'send',
      'sister act',
      'purple rain',
      'to to to',
    ]) {
      const { outcome, outOfScope } = bank.classify(text);
      expect(outcome === 'out_of_scope').toBe(outOfScope > 0.5);
    }
  });

  it('is ambiguous where two labels have the same examples', () => {
    const twins = [
      ...utterances('card_lost', 'my card is gone', 'i cannot find my card', 'card missing since monday'),
      ...utterances('card_stolen', 'my card is gone', 'i cannot find my card', 'card missing since monday'),
      ...utterances('balance', 'how much money do i have', 'what is my balance', 'show me my funds'),
    ];
    const answer = classifierOf(twins).classify('my card is gone');
    expect(answer.outcome).toBe('ambiguous');
    expect(
      answer.ranked
        .slice(0, 2)
        .map(({ label }) => label)
        .sort(),
    ).toEqual(['card_lost', 'card_stolen']);
  });

  it('lists the best five labels, best first', () => {
    const many = Array.from({ length: 8 }, (_, i) =>
      utterances(`topic_${i}`, `ask about subject ${i}`, `${i} please`),
    );
    const { ranked } = classifierOf(many.flat()).classify('subject 3');
    expect(ranked).toHaveLength(5);
    expect(ranked[0]?.label).toBe('topic_3');
    expect(ranked.map((r) => r.probability)).toEqual(ranked.map((r) => r.probability).sort((a, b) => b - a));
  });
});

/** Creates sentences of made-up words, including some typical of the label. */
function madeUp(label: string, count: number, seed: number): TrainingExample[] {
  const random = seededRandom(seed);
  const word = () =>
    Array.from({ length: 5 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');
  const own = Array.from({ length: 4 }, word);
  return Array.from({ length: count }, () => ({
    label,
    text: [word(), own[Math.floor(random() * 4)], 'the', own[Math.floor(random() * 4)]].join(' '),
  }));
}

describe('training', () => {
  it('gives the same bytes for the same examples', () => {
    expect(trainNgrams(BANK)).toEqual(trainNgrams(BANK));
  });

  it('recognises an intent of five examples beside one of a thousand', () => {
    const rare = madeUp('rare', 6, 1);
    const mixed = classifierOf([...madeUp('frequent', 1000, 2), ...rare.slice(1)]);
    expect(mixed.classify(rare[0]?.text ?? '').ranked[0]?.label).toBe('rare');
  });

  it('tells a thousand intents apart', () => {
    const all = Array.from({ length: 1000 }, (_, i) => madeUp(`intent ${i}`, 3, i));
    const classifier = classifierOf(all.flatMap((examples) => examples.slice(0, 2)));
    const right = all.filter(
      (examples, i) => classifier.classify(examples[2]?.text ?? '').ranked[0]?.label === `intent ${i}`,
    );
    expect(right.length).toBeGreaterThan(700);
  });

  it('learns from out-of-scope examples', () => {
    const guarded = classifierOf([
      ...BANK,
      ...utterances(
        null,
        'open a new account',
        'i want to open an account',
        'can i get another account',
        'account opening',
      ),
    ]);
    expect(guarded.classify('open another account').outcome).toBe('out_of_scope');
    expect(guarded.classify('what is my balance').outcome).toBe('matched');
  });

  it('works with a single intent', () => {
    const single = classifierOf(
      utterances('hours', 'when are you open', 'opening hours', 'are you open on sunday'),
    );
    expect(single.classify('what are your opening hours').outcome).toBe('matched');
    expect(single.classify('sing me a lullaby').outcome).toBe('out_of_scope');
  });

  it('works in an unknown language', () => {
    const suomi = classifierOf([
      ...utterances('saldo', 'paljonko tililläni on rahaa', 'näytä tilin saldo', 'mikä on saldoni'),
      ...utterances('siirto', 'siirrä rahaa säästötilille', 'lähetä sata euroa äidille', 'tee tilisiirto'),
    ]);
    expect(suomi.classify('mikä on tilini saldo').ranked[0]?.label).toBe('saldo');
    expect(suomi.classify('siirrä sata euroa').ranked[0]?.label).toBe('siirto');
  });

  it('reports its progress from 0 to 1', () => {
    const told: number[] = [];
    trainNgrams(BANK, { onProgress: ({ done }) => told.push(done) });
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
  });

  it('rejects a training set without labels', () => {
    expect(() => trainNgrams(utterances(null, 'hello'))).toThrow(TrainingError);
    expect(() => trainNgrams([])).toThrow(TrainingError);
  });
});

describe('a model that learned labels and out of scope together', () => {
  const trainer = new NgramTrainer(trainingSet(BANK), 'together');
  const model = trainer.toModel(trainer.train(Int32Array.from(BANK, (_, row) => row)));
  const calibration: Calibration = { temperature: 1, threshold: -0.2, slope: 2 };
  const meta: NgramsMeta = { labels: ['balance', 'transfer'], calibration };
  const bytes = packArtifact({ meta: writeJson(meta), model: model.toBytes() });

  it('shares a probability of one among all, and decides by its calibration', () => {
    expect(readJson(unpackArtifact(model.toBytes()), 'meta')).not.toHaveProperty('form');
    const loaded = loadNgrams(bytes);
    for (const text of ['what is my balance', 'make a transfer', 'blue cheese', '']) {
      const probabilities = model.probabilities(text);
      const [balance = 0, transfer = 0, out = 0] = probabilities;
      expect(balance + transfer + out).toBeCloseTo(1, 5);
      const score = Math.log(Math.max(balance, transfer)) - 0.5 * Math.log(out);
      expect(loaded.classify(text)).toEqual(decide(meta.labels, probabilities, calibration));
      expect(loaded.classify(text).outcome === 'out_of_scope').toBe(score < -0.2);
    }
    expect(loaded.classify('what is my balance').outcome).toBe('matched');
    expect(loaded.classify('').outcome).toBe('out_of_scope');
  });
});
