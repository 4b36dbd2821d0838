import { describe, expect, it, vi } from 'vitest';
import { loadNgrams } from '../../../engine/classify/ngrams/index.ts';
import { tokenize } from '../../../engine/classify/ngrams/tokens.ts';
import { clausesOf } from '../../../engine/text/clauses.ts';
import { plainSigns } from '../../../engine/text/plain-signs.ts';
import { plainWords, wordsOf } from '../../../engine/text/words.ts';
import { trainNgrams } from '../../../engine/train/ngrams.ts';
import { builtInRecognizer } from '../../../engine/values/built-in.ts';
import { wholeAnswer } from '../../../engine/values/free-text/whole-answer.ts';
import { gazetteerRecognizer } from '../../../engine/values/gazetteer.ts';

const CLOCK = { now: Date.UTC(2026, 10, 22, 9), offsetMinutes: 0 };
const utteranceOf = (text: string, language: string) => ({
  text,
  words: wordsOf(text),
  language,
  clock: CLOCK,
});
const valuesOf = (entity: string, text: string, language: string) =>
  (builtInRecognizer(entity, null)?.(utteranceOf(text, language)) ?? []).map(({ value }) => value);

describe('words of a script without spaces', () => {
  it('are split only once for repeated reads', () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    const words = wordsOf('大阪から名古屋までの切符');
    expect(segment).toHaveBeenCalledOnce();
    expect(wordsOf('大阪から名古屋までの切符')).toEqual(words);
    expect(segment).toHaveBeenCalledOnce();
    segment.mockRestore();
  });

  it('are split again, with the same result, after many other letters', () => {
    const words = wordsOf('京都に泊まりたい');
    for (let n = 0; n < 40; n++) wordsOf(`${n}${'東京'.repeat(250)}`);
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    expect(wordsOf('京都に泊まりたい')).toEqual(words);
    expect(segment).toHaveBeenCalledOnce();
    segment.mockRestore();
  });

  it.each([
    ['Japanese', '東京に行きたい', '東京'],
    ['Chinese', '我想去北京', '北京'],
    ['Thai', 'ฉันอยากไปกรุงเทพ', 'กรุงเทพ'],
  ])('of %s are split and keep their places', (_, text, place) => {
    const words = wordsOf(text);
    expect(words.map((word) => word.text)).toContain(place);
    for (const { text: word, start, end } of words) expect(text.slice(start, end)).toBe(word);
  });

  it('leave the words of other scripts as they are', () => {
    expect(plainWords('der iPhone-Akku, s’il vous plaît')).toBe('der iphone akku s il vous plait');
    expect(wordsOf('iPhoneを買う')[0]).toEqual({ text: 'iphone', start: 0, end: 6 });
  });

  it('allow a list value to be found within a sentence', () => {
    const cities = gazetteerRecognizer(
      { name: 'city', values: { tokyo: { ja: ['東京'] }, osaka: { ja: ['大阪'] } } },
      'ja',
    );
    const text = '大阪から東京まで';
    expect(
      cities(utteranceOf(text, 'ja')).map(({ value, start, end }) => [value, text.slice(start, end)]),
    ).toEqual([
      ['osaka', '大阪'],
      ['tokyo', '東京'],
    ]);
  });

  it('are found up to the end of a text of 4,096 characters', () => {
    const sentence = '明日の午後五時に東京駅で会いましょう';
    const long = sentence.repeat(Math.ceil(4096 / sentence.length)).slice(0, 4096);
    expect(wordsOf(long).length).toBeGreaterThan(1000);
    expect(wordsOf(long).at(-1)?.end).toBe(4096);
  });
});

describe('digits of another script', () => {
  it.each([
    ['number', '٤٢', 'ar', [42]],
    ['number', '१२', 'hi', [12]],
    ['number', '１２', 'ja', [12]],
    ['number', '٣٫٥', 'ar', [3.5]],
    ['date', '٢٠٢٦-١٢-٠٥', 'ar', ['2026-12-05']],
    ['time', '１７：３０', 'ja', ['17:30']],
    ['percentage', '٢٠٪', 'ar', [20]],
  ])('are read: a %s, "%s"', (entity, text, language, values) => {
    expect(valuesOf(entity, text, language)).toEqual(values);
  });

  it('keep their places in the text', () => {
    const text = 'رقم ٠١٢٣٤٥٦٧٨٩ و １２％ 𝟙 é 5';
    const plain = plainSigns(text);
    expect(plain).toBe('رقم 0123456789 و 12% 𝟙 é 5');
    expect(plain).toHaveLength(text.length);
  });

  it('form the same word as 0–9', () => {
    expect(plainWords('٥ أيام')).toBe(plainWords('5 ايام'));
    expect(tokenize('۵')).toEqual(['5']);
  });
});

describe('Arabic words', () => {
  it.each([
    ['without the signs of vowels', 'مَرْحَبًا', 'مرحبا'],
    ['with any alef', 'إلى أين آخر ٱلبيت', 'الى اين اخر البيت'],
    ['with the last letter as people type it', 'مدرسة مستشفى', 'مدرسه مستشفي'],
    ['without the stroke that stretches them', 'سـلام', 'سلام'],
    ['with the letters of a Persian keyboard', 'كتابي', 'کتابی'],
  ])('are the same word %s', (_, one, other) => {
    expect(plainWords(one)).toBe(plainWords(other));
    expect(tokenize(one)).toEqual(tokenize(other));
  });

  it('match a list value in any of its forms', () => {
    const cities = gazetteerRecognizer(
      { name: 'city', values: { cairo: { ar: ['القاهرة'] }, alexandria: { ar: ['الإسكندرية'] } } },
      'ar',
    );
    const text = 'من القاهره إلى الاسكندريّة';
    expect(
      cities(utteranceOf(text, 'ar')).map(({ value, start, end }) => [value, text.slice(start, end)]),
    ).toEqual([
      ['cairo', 'القاهره'],
      ['alexandria', 'الاسكندريّة'],
    ]);
  });

  it('get the same label in any of their forms', () => {
    const say = (text: string, label: string | null) => ({ text, label });
    const classifier = loadNgrams(
      trainNgrams(
        [
          say('أريد إلغاء الحجز', 'cancel'),
          say('ألغِ حجزي من فضلك', 'cancel'),
          say('إلغاء الرحلة', 'cancel'),
          say('أريد حجز غرفة في فندق', 'book'),
          say('احجز لي غرفة', 'book'),
          say('حجز غرفة لشخصين', 'book'),
        ],
        { language: 'ar' },
      ),
    );
    for (const text of ['أريد إلغاء الحجز', 'اريد الغاء الحجز', 'أُرِيدُ إِلْغاءَ الحَجْز', 'أريـــد إلغاء الحجز'])
      expect(classifier.classify(text)).toEqual(classifier.classify('اريد الغاء الحجز'));
    expect(classifier.classify('اريد الغاء الحجز').ranked[0]?.label).toBe('cancel');
    expect(classifier.classify('حجز غرفه').ranked[0]?.label).toBe('book');
  });

  it('are split into clauses at Arabic marks', () => {
    const text = 'نعم، أريد غرفة؛ وكم السعر؟ شكرا';
    expect(
      clausesOf(text, wordsOf(text), {
        joining: [],
        joiningWithin: [],
        replies: [],
        dotOrdinals: false,
        opening: new Set(),
      }).map(({ start, end }) => text.slice(start, end)),
    ).toEqual(['نعم', 'أريد غرفة', 'وكم السعر', 'شكرا']);
    const whole = wholeAnswer('القاهرة؟', 'ar', new Set());
    expect('القاهرة؟'.slice(whole?.start, whole?.end)).toBe('القاهرة');
  });
});
