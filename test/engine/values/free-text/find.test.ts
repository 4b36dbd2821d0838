import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../../engine/text/words.ts';
import { slotsOf } from '../../../../engine/understand/values/slots-of.ts';
import type { FreeTextModel } from '../../../../engine/values/free-text/model.ts';
import { settingsOf } from '../../dialogue/languages.ts';
import { loadFiles } from '../../dialogue/support.ts';
import { tableOf } from '../../understand/values/support.ts';

const plain = loadFiles(
  {
    'assistant.yaml': settingsOf('notes', ['en']),
    'competencies/note.yaml': `
competency: note
slots:
  body: {entity: text, ask: {en: What?}}
  day: {entity: date, ask: {en: When?}}
  items: {entity: text, multiple: true, ask: {en: Which?}}
states:
  note:
    utterances: {en: ["note [this](body)", "jot [that](body) down", "add [one](items)"]}
    say: {en: Noted.}
`,
    'entities/town.yaml': 'entity: town\nkind: text\nexamples: {en: [Leeds, Bath]}',
    'competencies/visit.yaml': `
competency: visit
slots:
  where: {entity: town, ask: {en: Where?}}
  remark: {entity: text, required: false}
states:
  visit:
    utterances: {en: ["visit [Leeds](where)", "visit [Bath](where) and remember [it](remark)"]}
    say: {en: Visited.}
`,
  },
  { note: 'note', visit: 'visit' },
);

const OUTSIDE = ['note', 'that', 'jot', 'down', 'add'];

/** Creates a tagger that marks the given `words|slot`: `request` without a question, `answer` with one. */
const marking = (request: string[], answer: string[] = [], emptiness = 0): FreeTextModel => ({
  isOutside: (word) => OUTSIDE.includes(word),
  emptiness: () => emptiness,
  isTaught: (_, slot) => slot !== 'day',
  find: (text, _, asked) =>
    (asked === null ? request : answer).map((mark) => {
      const [words = '', slot = ''] = mark.split('|');
      const start = text.indexOf(words);
      return { slot, start, end: start + words.length };
    }),
});

function found(
  text: string,
  model: FreeTextModel,
  asked: string | null = null,
  takesWhole = true,
  corrects = false,
  label = 'note',
  isAskedAgain = false,
) {
  const competency = plain.competencies.get(label);
  if (competency === undefined) throw new Error('the competency is missing');
  const utterance = { text, words: wordsOf(text), language: 'en', clock: { now: 0, offsetMinutes: 0 } };
  const loaded = { ...plain, freeText: new Map([['en', model]]) };
  return slotsOf(tableOf(loaded, competency, utterance, { asked, takesWhole, corrects, isAskedAgain })).map(
    ({ slot, raw, candidate }) => `${slot}: ${raw} (${candidate.quality})`,
  );
}

describe('free text beside other values', () => {
  it('is found beside a date', () => {
    expect(found('note that milk is out tomorrow', marking(['milk is out|body']))).toEqual([
      'body: milk is out (learned)',
      'day: tomorrow (exact)',
    ]);
  });

  it('includes a date within it', () => {
    expect(found('note rent for tomorrow and gas', marking(['rent for tomorrow and gas|body']))).toEqual([
      'body: rent for tomorrow and gas (learned)',
    ]);
  });

  it('gives way where the whole answer is a value of another slot', () => {
    expect(found('on friday', marking([], ['friday|body']), 'body')).toEqual(['day: friday (exact)']);
  });
});

describe('a day or a time in digits', () => {
  const visit = (text: string, ...marks: string[]) => found(text, marking(marks), null, true, false, 'visit');

  it('is not a name even where the tagger marks it as one', () => {
    expect(visit('is it dry on the 12th', 'the 12th|where')).toEqual([]);
    expect(visit('is it dry at 5 pm', '5 pm|where')).toEqual([]);
  });

  it('may be part of a name, or a whole note', () => {
    expect(visit('visit 12 May Street', '12 May Street|where')).toEqual(['where: 12 May Street (learned)']);
    expect(visit('visit May', 'May|where')).toEqual(['where: May (learned)']);
    expect(visit('remember the 12th', 'the 12th|remark')).toEqual(['remark: the 12th (learned)']);
  });
});

describe('adjacent spans', () => {
  it('are one value of a slot for a single value', () => {
    expect(found('note feed the cat', marking(['feed|body', 'the cat|body']))).toEqual([
      'body: feed the cat (learned)',
    ]);
  });

  it('of two slots are one value if the second is a single word', () => {
    const visit = (text: string, ...marks: string[]) =>
      found(text, marking(marks), null, true, false, 'visit');
    expect(visit('visit the white hart', 'the white|where', 'hart|remark')).toEqual([
      'where: the white hart (learned)',
    ]);
    expect(visit('visit bath bring a coat', 'bath|where', 'bring a coat|remark')).toEqual([
      'where: bath (learned)',
      'remark: bring a coat (learned)',
    ]);
    expect(visit('visit bath, hart', 'bath|where', 'hart|remark')).toHaveLength(2);
  });

  it('are several values of a slot for several values', () => {
    expect(found('add milk eggs', marking(['milk|items', 'eggs|items']))).toEqual([
      'items: milk (learned)',
      'items: eggs (learned)',
    ]);
  });
});

describe('an answer', () => {
  it('is widened to its end over unexplained words', () => {
    const model = marking([], ['the guy|body']);
    expect(found('it is the guy who fixed my roof', model, 'body')).toEqual([
      'body: the guy who fixed my roof (learned_answer)',
    ]);
  });

  it('is widened to its beginning unless utterances have the words there', () => {
    const model = marking([], ['the month|body']);
    expect(found('rent for the month', model, 'body')).toEqual(['body: rent for the month (learned_answer)']);
    expect(found('jot down the month', model, 'body')).toEqual(['body: the month (learned_answer)']);
  });

  it('is not widened over the value of another slot', () => {
    expect(found('the rent tomorrow evening', marking([], ['the rent|body']), 'body')).toEqual([
      'body: the rent (learned_answer)',
      'day: tomorrow (exact)',
    ]);
  });

  it('is taken whole where nothing is found in it, unlike a text that is not an answer', () => {
    expect(found("it's whatever", marking([]), 'body')).toEqual(['body: whatever (whole_answer)']);
    expect(found("it's whatever", marking([]), 'body', false)).toEqual([]);
    expect(found("it's whatever", marking([]))).toEqual([]);
  });

  it('is not a name where the tagger is sure, unless it is one word or asked for again', () => {
    const town = (emptiness: number, isAskedAgain = false) =>
      found('sounds good', marking([], [], emptiness), 'where', true, false, 'visit', isAskedAgain);
    expect(town(0.99)).toEqual(['where: sounds good (whole_answer)']);
    expect(town(0.9985)).toEqual([]);
    expect(town(0.9985, true)).toEqual(['where: sounds good (whole_answer)']);
    expect(found('sounds good', marking([], [], 1), 'body')).toEqual(['body: sounds good (whole_answer)']);
    expect(found('joy', marking([], [], 1), 'where', true, false, 'visit')).toEqual([
      'where: joy (whole_answer)',
    ]);
  });

  it('may also hold a value that the tagger finds for another slot', () => {
    const model = marking([], ['milk|body', 'eggs|items']);
    expect(found('milk eggs', model, 'body')).toEqual([
      'body: milk (learned_answer)',
      'items: eggs (learned)',
    ]);
  });

  it('fills the asked slot where it is one value, even if it looks like another slot’s', () => {
    expect(found('eggs', marking([], ['eggs|items']), 'body')).toEqual(['body: eggs (learned_answer)']);
    expect(found('note that eggs', marking([], ['eggs|items']), 'body')).toEqual(['items: eggs (learned)']);
  });

  it('is not taken whole where it is another value and words of requests', () => {
    expect(found('note that down tomorrow', marking([]), 'body')).toEqual(['day: tomorrow (exact)']);
    expect(found('note the rent tomorrow', marking([]), 'body')).toEqual([
      'body: note the rent tomorrow (whole_answer)',
    ]);
  });

  it('keeps all its values where the slot has several', () => {
    expect(found('milk and eggs', marking([], ['milk|items', 'eggs|items']), 'items')).toEqual([
      'items: milk (learned_answer)',
      'items: eggs (learned_answer)',
    ]);
  });
});

describe('a correction', () => {
  it('of another slot does not fill the asked slot', () => {
    expect(found('no, milk', marking(['milk|items'], ['no, milk|body']), 'body', true, true)).toEqual([
      'items: milk (learned)',
    ]);
    expect(found('milk', marking(['milk|items'], ['milk|body']), 'body')).toEqual([
      'body: milk (learned_answer)',
    ]);
  });
});
