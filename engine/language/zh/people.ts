import { type PeopleWords, peopleWords } from '../people.ts';

export const people: PeopleWords = peopleWords({
  nouns:
    '大人 成人 成年人 小孩 小孩子 孩子 儿童 小朋友 婴儿 宝宝 老人 学生 男士 女士 男人 女人 人 朋友 同事 老婆 老公 妻子 丈夫 太太 先生 儿子 女儿 哥哥 弟弟 姐姐 妹妹 爸爸 妈妈 父亲 母亲 爷爷 奶奶 客人 乘客 旅客 女朋友 男朋友',
  kinds: ['大人 成人 成年人', '小孩 小孩子 孩子 儿童 小朋友', '婴儿 宝宝'],
  groups: '人 位 名 口 家人 团队 团体 乘客 旅客 参加者',
  pairs: '父母 夫妻 夫妇 爸妈 情侣',
  self: '我 自己 我自己 本人',
  owners: '我的 我 咱',
  joiners: '和 跟 加 加上 与 还有 带',
  counters: '个 位 名 口',
  phrases: {
    '就我|只有我|就我自己|我自己|就我一个人|只有我一个人|一个人': 1,
    '我们俩|我俩|咱俩|两口子|夫妻俩': 2,
    一家三口: 3,
    一家四口: 4,
  },
});
