import { hanBelowHundred, hanNumber } from '../han-numerals.ts';
import { type Numbers, type NumberWords, numbered, numberWords } from '../numbers.ts';

const words: NumberWords = numberWords({
  small: new Map([
    ...numbered('ひとつ ふたつ みっつ よっつ いつつ むっつ ななつ やっつ ここのつ とお', 1),
    ['ゼロ', 0],
  ]),
  scales: new Map([
    ['百', 100],
    ['千', 1e3],
    ['万', 1e4],
    ['億', 1e8],
  ]),
  collectives: new Map([['ダース', 12]]),
  suffixes: new Map([
    ['k', 1e3],
    ['百', 100],
    ['千', 1e3],
    ['万', 1e4],
    ['億', 1e8],
  ]),
  compound: (word) => hanNumber(word, false),
});

/** 第三, 三番目, 3つ目. */
function ordinals(): [string, number][] {
  const pairs: [string, number][] = [
    ['最初', 1],
    ['一つ目', 1],
    ['二つ目', 2],
    ['三つ目', 3],
    ['ひとつ目', 1],
    ['ふたつ目', 2],
    ['みっつ目', 3],
  ];
  for (let value = 1; value < 100; value += 1) {
    const word = hanBelowHundred(value);
    pairs.push([`第${word}`, value], [`${word}番目`, value], [`${word}個目`, value]);
    for (const marked of [`第 ${value}`, `${value} 番目`, `${value} つ目`, `${value} 個目`])
      pairs.push([marked, value]);
  }
  return pairs;
}

export const numbers: Numbers = {
  decimalSign: '.',
  words,
  quantities: {
    parts: new Map(),
    part: new Map(),
    andHalf: [],
    half: [],
    minus: ['マイナス'],
    noneOf: [],
    none: ['なし', 'ゼロ', 'いません', 'いない'],
    pair: null,
    ofPair: null,
  },
  ordinals: {
    words: ordinals,
    marked: /^(?!)()/,
    isDotted: false,
    pronoun: null,
    last: ['最後', '一番最後', '最後の'],
    lastButOne: ['最後から二番目', '最後から 2 番目'],
  },
  percent: ['パーセント', 'パー', '%'],
  percentBefore: [],
};
