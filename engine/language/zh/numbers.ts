import { hanBelowHundred, hanNumber } from '../han-numerals.ts';
import { type Numbers, numbersOf } from '../numbers.ts';

const SCALES = '百=100 千=1e3 万=1e4 亿=1e8';

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

export const numbers: Numbers = numbersOf({
  decimalSign: '.',
  small: '俩=2 仨',
  scales: SCALES,
  collectives: '打=12',
  suffixes: SCALES,
  compound: (word) => hanNumber(word, true),
  minus: '负',
  noneOf: '没有|没|不带',
  none: '没有|一个也没有|无',
  ordinals,
  last: '最后|最后一个|最后那个|最后 一 个',
  lastButOne: '倒数第二|倒数第二个',
  percentBefore: '百分之',
});
