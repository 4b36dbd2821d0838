import { beforeAll, describe, expect, test } from 'vitest';
import { canOperate, publishAssistant, useTenant } from './support/parley.ts';
import { expectTalk, hear, type Talk } from './support/talk.ts';

const api = useTenant();

beforeAll(async () => {
  if (!canOperate()) return;
  const source = new URL('./unspaced', import.meta.url);
  await publishAssistant(api.account().institution, { source });
});

const expectIn = (language: string, spoken: string, talk: Talk) =>
  expectTalk(api, talk, { language, spoken, time_offset: 540 });

describe.runIf(canOperate())('a conversation in a language without spaces', () => {
  test.each<[string, string, Talk]>([
    [
      'confirms an amount, is corrected, and does it',
      'ja',
      [
        ['普通預金から三千円振り込みたいんですけど', '普通預金から3000円でよろしいですか。'],
        ['いや、5千円にして', '普通預金から5000円でよろしいですか。'],
        ['うん', '5000円を振り込みました。'],
      ],
    ],
    [
      'refuses an amount, and does nothing on a no',
      'ja',
      [
        ['送金したい', 'おいくらですか。'],
        ['２０万円', '10万円までです。'],
        ['２万円です', 'どの口座からですか。'],
        ['普通口座からでお願いします', '普通預金から20000円でよろしいですか。'],
        ['いいえ、違います', '振り込みませんでした。'],
      ],
    ],
    [
      'tells the ends of a way by what follows them, and takes one back',
      'ja',
      [
        ['東京から大阪まで行きたいです', 'いつですか。'],
        ['来週の金曜日でお願いします', '何名様ですか。'],
        ['2人です', '東京から大阪まで'],
        ['大阪じゃなくて京都にしてください', '東京から京都まで'],
        ['はい', '予約しました。'],
      ],
    ],
    [
      'is interrupted and comes back',
      'ja',
      [
        ['旅行を予約したい', 'どこから出発しますか。'],
        ['営業時間は何時まで？', '「旅行の予約」に戻ります。'],
        ['やっぱりやめる', '予約しませんでした。'],
      ],
    ],
    [
      'confirms an amount, is corrected, and does it',
      'zh',
      [
        ['从活期账户转五百块', '从活期账户转500，对吗？'],
        ['不对，六百块', '从活期账户转600，对吗？'],
        ['对', '已转600。'],
      ],
    ],
    [
      'tells the ends of a way by what stands before them, and takes one back',
      'zh',
      [
        ['我要从东京去大阪', '哪一天？'],
        ['昨天', '已经过了。'],
        ['下周五', '几位？'],
        ['两个大人和一个小孩', '从东京到大阪，3位，对吗？'],
        ['不是大阪，是京都', '从东京到京都，3位，对吗？'],
        ['好的', '订好了。'],
      ],
    ],
    [
      'is given up',
      'zh',
      [
        ['我想订票', '从哪里出发？'],
        ['算了', '没有订票。'],
      ],
    ],
  ])('%s (%s)', (_, language, talk) => expectIn(language, language, talk));
});

describe.runIf(canOperate())('a query in another language than its language field', () => {
  test('is answered in its own language, and so are short queries after it', () =>
    expectIn('ja', 'zh', [
      ['我想从东京去大阪', '哪一天？'],
      ['明天', '几位？'],
      ['跳过', '对吗？'],
      ['好的', '订好了。'],
    ]));

  test('keeps the language if a word exists in both', () =>
    expectIn('ja', 'ja', [
      ['旅行を予約したい', 'どこから出発しますか。'],
      ['大阪', 'どちらまで行かれますか。'],
      ['京都', 'いつですか。'],
    ]));

  test('may have 4,096 characters of any script', async () => {
    for (const shape of ['予', '我想订票', 'ก', '字a ', 'مَ', '\u200f.']) {
      const [answer] = await hear(api, [shape.repeat(4096).slice(0, 4096)], { language: 'ja' });
      expect(answer?.visuals.speakableResponse).toBeTruthy();
    }
  });
});
