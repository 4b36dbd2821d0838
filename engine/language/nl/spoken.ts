/** Interjections, and short forms as they are typed. */
export const spoken: ReadonlySet<string> = new Set(
  'haha hihi hm hmm ah oh eh uh nou hè hé hoi doei doeg joh jep jup nee neen tja poeh oeps lol ok oke okee aub svp'.split(
    ' ',
  ),
);
