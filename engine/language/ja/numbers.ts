import { hanBelowHundred, hanNumber } from '../han-numerals.ts';
import { type Numbers, numbersOf, valued } from '../numbers.ts';

const SCALES = '百=100 千=1e3 万=1e4 億=1e8';

/** 第三, 三番目, 3つ目. */
function ordinals(): [string, number][] {
  const pairs = [...valued('最初|一つ目|ひとつ目 二つ目|ふたつ目 三つ目|みっつ目')];
  for (let value = 1; value < 100; value += 1) {
    const word = hanBelowHundred(value);
    pairs.push([`第${word}`, value], [`${word}番目`, value], [`${word}個目`, value]);
    for (const marked of [`第 ${value}`, `${value} 番目`, `${value} つ目`, `${value} 個目`])
      pairs.push([marked, value]);
  }
  return pairs;
}

export const numbers: Numbers = numbersOf({
  decimalSign: '.',
  small: 'ゼロ=0 ひとつ ふたつ みっつ よっつ いつつ むっつ ななつ やっつ ここのつ とお',
  scales: SCALES,
  collectives: 'ダース=12',
  suffixes: SCALES,
  compound: (word) => hanNumber(word, false),
  minus: 'マイナス',
  none: 'なし|ゼロ|いません|いない',
  ordinals,
  last: '最後|一番最後|最後の',
  lastButOne: '最後から二番目|最後から 2 番目',
  percent: 'パーセント|パー|%',
});
