import { type AnswerPhrases, phrases } from '../answers.ts';

export const answers: AnswerPhrases = {
  leads: phrases(
    '是, 就是, 那就, 那, 我叫, 我是, 我的名字是, 我姓, 名字是, 叫, 嗯, 呃, 那个, 应该是, 我说的是, 我想要, 我要, 要, 写, 填',
  ),
  names: [],
  namesBefore: [],
  prepositions: phrases('给, 向, 跟, 从, 到, 往, 为'),
  tails: phrases(
    '吧, 谢谢, 谢谢你, 谢谢您, 就行, 就好, 就可以, 好了, 可以吗, 麻烦了, 麻烦你了, 拜托, 呀, 啊',
  ),
  forNow: phrases('暂时, 先'),
  and: '和',
};
