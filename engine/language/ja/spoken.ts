/** Interjections, and short forms as they are typed. */
export const spoken: ReadonlySet<string> = new Set(
  'はい ええ うん いや あの えっと えーと まあ さあ おっと やれやれ ははは 笑 ｗｗ'.split(' '),
);
