import { hanBelowHundred, hanNumber } from '../han-numerals.ts';
import { type Numbers, type NumberWords, numberWords } from '../numbers.ts';

const words: NumberWords = numberWords({
  small: new Map([
    ['俩', 2],
    ['仨', 3],
  ]),
  scales: new Map([
    ['百', 100],
    ['千', 1e3],
    ['万', 1e4],
    ['亿', 1e8],
  ]),
  collectives: new Map([['打', 12]]),
  suffixes: new Map([
    ['k', 1e3],
    ['百', 100],
    ['千', 1e3],
    ['万', 1e4],
    ['亿', 1e8],
  ]),
  compound: (word) => hanNumber(word, true),
});

/** 第三, 第三个, 第3个. */
function ordinals(): [string, number][] {
  const pairs: [string, number][] = [['头一个', 1]];
  for (let value = 1; value < 100; value += 1) {
    for (const counter of ['', '个', '次', '项']) {
      pairs.push([`第${hanBelowHundred(value)}${counter}`, value]);
      pairs.push([`第 ${value}${counter === '' ? '' : ` ${counter}`}`, value]);
    }
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
    minus: ['负'],
    noneOf: ['没有', '没', '不带'],
    none: ['没有', '一个也没有', '无'],
    pair: null,
    ofPair: null,
  },
  ordinals: {
    words: ordinals,
    marked: /^(?!)()/,
    isDotted: false,
    pronoun: null,
    last: ['最后', '最后一个', '最后那个', '最后 一 个'],
    lastButOne: ['倒数第二', '倒数第二个'],
  },
  percent: [],
  percentBefore: ['百分之'],
};
