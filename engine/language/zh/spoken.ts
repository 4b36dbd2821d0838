/** Interjections, and short forms as they are typed. */
export const spoken: ReadonlySet<string> = new Set(
  '嗯 哦 啊 呃 哎 哎呀 哈哈 哈哈哈 呵呵 嘿 喂 好的 行 唉'.split(' '),
);
