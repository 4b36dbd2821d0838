import type { SearchWords } from '../search.ts';
import { wordSet } from '../words.ts';

export const search: SearchWords = {
  stopWords: wordSet(`
は が を に で の と も へ や か ね よ な から まで より です でし ます まし ませ ん だ た て い し する さ れ せ ある あり いる い なる なり
これ それ あれ この その あの ここ そこ あそこ こと もの ため よう とき ところ ください くださ くだ さい す ば いい 下さい 下さ お願い お ご たい ほしい 欲しい
何 なに なん いつ どこ どの どれ どちら どっち どんな 誰 だれ なぜ なんで どうして どう どうやって いくら いくつ 何時 何日 何人 何個 どのくらい どれくらい
私 僕 俺 わたし できる でき 教え おしえ 知り わかり 分かり いう って という について として けど でも では じゃ はい いいえ ありがとう すみません
くらい ぐらい だけ など とか また そして それ から 場合 方法 方
`),
  // The endings of verbs are words of their own where dictionaries part them; a long vowel at the end is often left out.
  stem: (word) => (word.length > 3 && word.endsWith('ー') ? word.slice(0, -1) : word),
};
