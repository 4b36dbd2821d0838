/** Interjections, and short forms as they are typed. */
export const spoken: ReadonlySet<string> = new Set(
  'haha hehe kkk kkkk rs rsrs ah oh eh hm hmm uai opa oi olá tá né ué ufa ops vlw obg pfv pf ok okay tchau'.split(
    ' ',
  ),
);
