import { type PeopleWords, peopleWords } from '../people.ts';

export const people: PeopleWords = peopleWords({
  nouns:
    '大人 おとな 成人 子供 子ども こども 小人 小学生 中学生 高校生 大学生 学生 幼児 乳児 赤ちゃん 男性 女性 シニア 高齢者 友達 友人 友だち 妻 夫 主人 家内 嫁 旦那 彼女 彼氏 息子 娘 兄 弟 姉 妹 母 父 祖母 祖父 同僚 上司 客',
  kinds: [
    '大人 おとな 成人',
    '子供 子ども こども 小人',
    '幼児 乳児 赤ちゃん',
    '中学生 高校生',
    'シニア 高齢者',
  ],
  groups: '人 名 様 家族 団体 グループ 参加者 乗客',
  pairs: '両親 夫婦 祖父母 カップル',
  self: '私 僕 俺 自分 わたし ぼく',
  owners: '私の うちの 僕の',
  joiners: 'と プラス',
  counters: '人 名 様 名様',
  phrases: { 'ひとり|一人だけ|私だけ|自分だけ|私ひとり|お一人様': 1, 'ふたり|夫婦で|カップルで': 2 },
});
