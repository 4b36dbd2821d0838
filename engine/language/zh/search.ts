import type { SearchWords } from '../search.ts';
import { wordSet } from '../words.ts';

export const search: SearchWords = {
  stopWords: wordSet(`
的 了 吗 呢 吧 啊 呀 哦 嗯 是 在 有 和 跟 与 到 从 往 向 给 为 把 将 被 让 就 都 也 还 再 我 我们 你 您 你们 他 她 它 他们 这 那 这个 那个 个 我要 我想
想 要 请 请问 帮 帮我 麻烦 谢谢 好 好的 可以 能 会 不 没 没有 吗 得 地 着 过 说 用 以 于 上 下 里 之 所 而 很 太 更 最 如果 因为 所以 但是 或者 还是
什么 什么时候 时候 哪里 哪儿 哪个 哪些 哪 谁 为什么 怎么 怎样 怎么样 如何 多少 几 几点 多久 多长 能不能 可不可以 是不是 有没有 可以吗 能否 是否
需要 应该 一下 一个 一些 关于 对 对于 告诉 知道 问 办
`),
  stem: (word) => word,
};
