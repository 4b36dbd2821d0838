/** Interjections, and short forms as they are typed. */
export const spoken: ReadonlySet<string> = new Set(
  'haha ahah ahahah eh ah oh uh boh mah beh uffa ops ehm mmm hmm lol sì vabbè vabe okay ok ciao salve'.split(
    ' ',
  ),
);
