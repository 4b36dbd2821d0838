import { describe, expect, test } from 'vitest';
import { termsOf } from '../../../engine/faq/terms.ts';
import { languageOf } from '../../../engine/language/languages.ts';
import { openingRepair } from '../../../engine/understand/values/opening-repair.ts';
import { wholeAnswer } from '../../../engine/values/free-text/whole-answer.ts';
import type { Phrase } from '../values/phrases/phrase.ts';
import { Speaker } from './speaker.ts';

const JAPANESE = languageOf('ja');
const speaker = new Speaker('ja');

/** On Wednesday, 18 March 2026, at 10:30. */
const PHRASES: readonly Phrase[] = [
  ['明日お願いします', 'date', '明日', '2026-03-19'],
  ['あさっての朝', 'date', 'あさって', '2026-03-20'],
  ['一昨日', 'date', '一昨日', '2026-03-16'],
  ['金曜でお願いします', 'date', '金曜', '2026-03-20'],
  ['今度の土曜日にしたい', 'date', '今度の土曜日', '2026-03-21'],
  ['来週の金曜日', 'date', '来週の金曜日', '2026-03-27'],
  ['先週の月曜日', 'date', '先週の月曜日', '2026-03-09'],
  ['3月25日です', 'date', '3月25日', '2026-03-25'],
  ['三月五日', 'date', '三月五日', '2027-03-05'],
  ['２０２６年４月５日', 'date', '２０２６年４月５日', '2026-04-05'],
  ['二〇二六年四月五日', 'date', '二〇二六年四月五日', '2026-04-05'],
  ['令和8年4月5日', 'date', '令和8年4月5日', '2026-04-05'],
  ['2026-04-05に', 'date', '2026-04-05', '2026-04-05'],
  ['4/5に行きたい', 'date', '4/5', '2026-04-05'],
  ['来月の10日', 'date', '来月の10日', '2026-04-10'],
  ['25日がいいです', 'date', '25日', '2026-03-25'],
  ['3日後', 'date', '3日後', '2026-03-21'],
  ['二週間前', 'date', '二週間前', '2026-03-04'],
  ['来月末', 'date', '来月末', '2026-04-30'],
  ['来週', 'date', '来週', '2026-03-23', '2026-03-29'],
  ['今週末', 'date', '今週末', '2026-03-21', '2026-03-22'],
  ['来年の4月', 'date', '来年の4月', '2027-04-01', '2027-04-30'],
  ['クリスマスに', 'date', 'クリスマス', '2026-12-25'],
  ['2月30日', 'date', null],
  ['水をください', 'date', null],
  ['日本の日本語', 'date', null],
  ['午後5時', 'time', '午後5時', '17:00'],
  ['17時半に', 'time', '17時半', '17:30'],
  ['五時十五分', 'time', '五時十五分', '05:15'],
  ['夜8時ごろ', 'time', '夜8時', '20:00'],
  ['夜12時', 'time', '夜12時', '00:00'],
  ['正午に', 'time', '正午', '12:00'],
  ['１７：３０に', 'time', '１７：３０', '17:30'],
  ['明日の午後5時', 'datetime', '明日の午後5時', '2026-03-19T17:00:00+01:00'],
  ['3月20日(金)の15時', 'datetime', '3月20日(金)の15時', '2026-03-20T15:00:00+01:00'],
  ['来週の火曜日の夜7時半', 'datetime', '来週の火曜日の夜7時半', '2026-03-24T19:30:00+01:00'],
  ['今晩8時に', 'datetime', '今晩8時', '2026-03-18T20:00:00+01:00'],
  ['3時間後', 'datetime', '3時間後', '2026-03-18T13:30:00+01:00'],
  ['4月1日から4月5日まで', 'date_range', '4月1日から4月5日', '2026-04-01', '2026-04-05'],
  ['4月1日から5日まで', 'date_range', '4月1日から5日', '2026-04-01', '2026-04-05'],
  ['月曜から水曜まで', 'date_range', '月曜から水曜', '2026-03-23', '2026-03-25'],
  ['午後3時から5時まで', 'time_range', '午後3時から5時', '15:00', '17:00'],
  ['15時〜17時', 'time_range', '15時〜17時', '15:00', '17:00'],
  ['1時間半', 'duration', '1時間半', 'PT1H30M'],
  ['2時間30分', 'duration', '2時間30分', 'PT2H30M'],
  ['半年', 'duration', '半年', 'P6M'],
  ['三日間', 'duration', '三日間', 'P3D'],
  ['三千五百二十', 'number', '三千五百二十', 3520],
  ['十二個ください', 'number', '十二', 12],
  ['2万5千', 'number', '2万5千', 25_000],
  ['1.5万', 'number', '1.5万', 15_000],
  ['４人で', 'number', '４', 4],
  ['千葉に行きたい', 'number', null],
  ['三百百', 'number', null],
  ['三千円', 'money', '三千円', 3000, 'JPY'],
  ['3,000円を送って', 'money', '3,000円', 3000, 'JPY'],
  ['１万２千円', 'money', '１万２千円', 12_000, 'JPY'],
  ['50ドル', 'money', '50ドル', 50, 'USD'],
  ['五パーセント', 'percentage', '五パーセント', 5],
  ['三番目', 'ordinal', '三番目', 3],
  ['3番目のやつ', 'ordinal', '3番目', 3],
  ['最後の', 'ordinal', '最後の', -1],
];

describe('a Japanese value', () => {
  test.each(PHRASES.map((phrase) => [phrase[0], phrase[1], phrase] as const))(
    '“%s” as %s',
    (_text, _entity, phrase) => speaker.expectValue(phrase),
  );

  test.each([
    ['大人二人と子供一人', 3],
    ['大人2名と子ども3名', 5],
    ['私だけです', 1],
  ])('“%s” is so many people', (text, people) => {
    expect(speaker.candidatesOf(text, 'number').map(({ value }) => value)).toEqual([people]);
  });

  test('a number in numerals is read whole or not at all', () => {
    const { compound } = JAPANESE.numbers;
    expect(compound('九億八千七百六十五万四千三百二十一')).toBe(987_654_321);
    expect(compound('千')).toBe(1000);
    expect(compound('二千二十')).toBe(2020);
    expect(compound('十十')).toBeUndefined();
    expect(compound('万億')).toBeUndefined();
  });

  test.each([
    ['田中太郎と申します', '田中太郎'],
    ['えっと、配管工でお願いします', '配管工'],
  ])('is the rest of the answer “%s”', (text, value) => {
    const found = wholeAnswer(text, 'ja', new Set());
    expect(text.slice(found?.start, found?.end)).toBe(value);
  });

  test('“いや、大阪” takes another back', () => {
    expect(openingRepair({ words: speaker.wordsOf('いや、大阪です'), language: 'ja' })).toBe(1);
    expect(openingRepair({ words: speaker.wordsOf('大阪です'), language: 'ja' })).toBe(0);
  });
});

describe('a Japanese correction', () => {
  test.each([
    ['[月曜]じゃなくて[火曜]', '火曜', '月曜'],
    ['[大阪]ではなくて[京都]です', '京都', '大阪'],
    ['[5時]、いや、[6時]', '6時', '5時'],
    ['[月曜]、すみません、[火曜]です', '火曜', '月曜'],
  ])('%s means the one instead of the other', (bracketed, meant, old) => {
    expect(speaker.corrected(bracketed)).toEqual([meant, old]);
  });

  test.each(['[火曜]でお願いします', 'はい、[火曜]'])('%s denies no value', (bracketed) => {
    expect(speaker.denied(bracketed)).toEqual([false]);
  });

  test.each(['[6時]は早すぎる', '[大阪]は遠すぎます'])('%s denies the value', (bracketed) => {
    expect(speaker.denied(bracketed)).toEqual([true]);
  });

  test.each([
    ['もう二つ', 2],
    ['2人少なく', -2],
    ['一時間早く', '-PT1H'],
    ['2時間遅く', 'PT2H'],
    ['翌日', 'P1D'],
    ['その前日', '-P1D'],
  ])('“%s” is told by the value before', (text, expected) => {
    expect(speaker.relativeTo(text)).toEqual([expected]);
  });

  test.each([
    ['[東京]から', 0, 'origin'],
    ['[大阪]まで', 0, 'destination'],
    ['[東京]から[大阪]まで', 0, 'origin'],
    ['[東京]から[大阪]まで', 1, 'destination'],
    ['帰りは[5月10日]', 0, 'end'],
  ] as const)('“%s” tells which end of the way value %i is', (bracketed, at, role) => {
    expect(speaker.roleBeside(bracketed, at)).toBe(role);
  });

  test.each([
    ['どこから出発しますか。', 'city', 'origin'],
    ['どちらまで行かれますか。', 'city', 'destination'],
    ['お帰りはいつですか。帰りの日', 'date', 'end'],
  ])('“%s” asks for an end of the way', (question, entity, role) => {
    expect(speaker.roleAsked(question, entity)).toBe(role);
  });
});

test.each([
  ['キャンセル料はいくらですか', 'キャンセル料について'],
  ['営業時間を教えてください', '営業時間'],
  ['パスワードを忘れた場合はどうすればいいですか', 'パスワードを忘れたとき'],
  ['どうやって返品できますか', '返品の方法'],
])('the Japanese question “%s” is searched for by the terms of the title “%s”', (question, title) => {
  expect(termsOf(question, 'ja')).toEqual(termsOf(title, 'ja'));
});

describe('the Japanese act reader', () => {
  const reader = speaker.acts();

  test.each([
    ['はい', 'confirm', 'affirm'],
    ['うん', 'confirm', 'affirm'],
    ['はい、お願いします', 'confirm', 'affirm'],
    ['ええ、それで結構ですので進めてください', 'confirm', 'affirm'],
    ['いいよ', 'offer', 'affirm'],
    ['いいえ', 'confirm', 'deny'],
    ['違う', 'confirm', 'deny'],
    ['いえ、違いますよ', 'confirm', 'deny'],
    ['結構です', 'offer', 'deny'],
    ['やめて', 'value', 'drop'],
    ['やっぱりやめときます', 'confirm', 'drop'],
    ['どっちでもいいよ', 'value', 'any'],
    ['ちょっとわからないです', 'value', 'unsure'],
    ['手伝ってくれてありがとうございます', 'nothing', 'thank'],
    ['もう一度言ってくれますか', 'value', 'repeat'],
    ['担当の人に代わってもらえますか', 'nothing', 'handoff'],
    ['ちょっと待ってて', 'value', 'wait'],
    ['最初からやり直させて', 'value', 'restart'],
  ] as const)('tells that “%s” where a %s is awaited is: %s', (text, awaited, act) => {
    expect(reader.read(text, awaited, '').likelihood[act]).toBeGreaterThan(0.5);
  });

  test('takes a no for no yes', () => {
    for (const text of ['いいえ', '違います', 'やめてください', 'だめ', 'しないで'])
      expect(reader.read(text, 'confirm', '').likelihood.affirm, text).toBeLessThan(0.5);
  });
});
