import type { RelativeWords, RoleWords, WordsOfChange, WordsOfKinds, WordsOfSentences } from '../change.ts';
import { listsOf, spaced } from '../words.ts';

export const change: WordsOfChange = listsOf({
  // A denial stands behind what it denies: it is a repair where another value follows.
  not: '',
  notIfHeld: '',
  offer: '',
  notBetween: '',
  but: '',
  insteadOf: '',
  instead: 'のほうがいい|の方がいい|のほうが|の方が|に変えて|に変更|に変更して|に直して',
  excess: `
    早すぎる|早すぎます|遅すぎる|遅すぎます|高すぎる|高すぎます|多すぎる|多すぎます|少なすぎる|少なすぎます|遠すぎる|遠すぎます|長すぎる|長すぎます|短すぎる|短すぎます|大きすぎる|大きすぎます
    小さすぎる|小さすぎます`,
  repair: `
    じゃなくて|じゃなく|ではなくて|ではなく|ではありません|じゃないです|じゃない|の代わりに|のかわりに|をやめて|いや|いえ|いいえ|違う|違った|違います|あ違う|やっぱり|やっぱ|やはり|すみません
    ごめん|ごめんなさい|間違えた|間違えました|失礼|失礼しました|訂正|訂正します|というか|もとい|を変更して|から変更して`,
  change: '',
  into: '',
  also: 'あと|それと|それから|追加で|さらに|プラス',
  alsoBehind: 'も|も追加|も追加で|もお願いします|もください',
  other: 'もう一つ|もう一方|もう片方|別の方|他の方',
  swapped: '逆|逆です|反対|逆方向|反対方向|入れ替えて|入れ替え|逆にして|あべこべ',
});

export const roles: RoleWords = {
  origin: listsOf({
    beside: '出発地は|出発は|乗車駅は',
    behind: 'から|発|を出発|より',
    called: '出発地|出発|どこから|乗車駅|発地|どちらから',
  }),
  destination: listsOf({
    beside: '目的地は|行き先は|到着は|宛先は',
    behind: 'まで|へ|に|行き|着|へは|までの',
    called: '目的地|行き先|到着地|到着|どこまで|どこへ|宛先|どちらまで|どちらへ',
  }),
  begin: listsOf({
    beside: '行きは|往路は|出発は|チェックインは|開始は',
    behind: 'から|出発|発|より|スタート|チェックイン|開始',
    called: '出発|出発日|行き|往路|開始|開始日|いつから|チェックイン|何時から',
  }),
  end: listsOf({
    beside: '帰りは|復路は|戻りは|チェックアウトは|終了は',
    behind: 'まで|までに|帰り|戻り|チェックアウト|終了',
    called: '帰り|復路|戻り|終了|終了日|いつまで|チェックアウト|何時まで',
  }),
};

export const relative: RelativeWords = listsOf({
  more: '多く|増やして|増やす|追加|追加で|多め',
  less: '少なく|減らして|減らす|少なめ',
  another: 'もう|あと',
  one: '',
  later: '遅く|遅らせて|遅め|ずらして|後ろに',
  earlier: '早く|早めて|早め|前倒しで',
  longer: '長く|延ばして|延長',
  shorter: '短く',
  dayAfter: '翌日|次の日|その翌日|その次の日|その後の日',
  dayBefore: '前日|その前日|前の日|その前の日',
});

export const sentences: WordsOfSentences = listsOf({
  joiningWithin: '',
  joining: 'それと|それから|あと|そして|でも|けど|ただ|ところで|ちなみに|じゃあ|また',
  precedence: '先に|その前に|まず',
  questions:
    '何|なに|なん|いつ|どこ|どの|どれ|どちら|どっち|どんな|誰|だれ|なぜ|なんで|どうして|どう|どうやって|いくら|いくつ|何時|何日|何人|何個|どのくらい|どれくらい',
  followUps: 'じゃあ|では|それなら|あと|それと|同じく|同様に|それじゃ',
  pointing: 'それ|あれ|これ|その件|同じもの|同じ',
  pointingAtEnd: 'それで|そっち|そちら',
  places: 'そこ|あそこ|そちら',
  noPlaces: 'そこで',
  same: '同じ',
  again: 'もう一度同じ|また同じ',
  demonstratives: 'この|その|あの|同じ',
});

export const kinds: WordsOfKinds = listsOf({
  date: '日|日付',
  time: '時間|時刻',
  money: '金額|額',
  phone: '番号',
  email: 'アドレス',
  duration: '期間',
});

/** Words that say nothing by themselves beside a value. */
export const connecting: readonly string[] = spaced(`
  は が を に で の と も へ や か ね よ な から まで より です ですか でした ます ました ません だ だよ した して します し た て で い ある あります いる います する なる お願い
  お願いします ください 下さい 欲しい ほしい たい 行き 行く 私 僕 俺 私の これ それ あれ この その あの こと もの ため はい いいえ ええ うん いや じゃあ では えっと えーと ええと あの
  あのう ちょっと すみません あと また 今 として について くらい ぐらい ほど だけ など とか けど でも という って よろしく よろしくお願いします どうぞ ありがとう ございます`);

export const yesNo = listsOf({ yes: 'はい', no: 'いいえ' });
