/** Interjections, and short forms as they are typed. */
export const spoken: ReadonlySet<string> = new Set(
  'haha hihi hé ho oh ah euh heu hein bah ben bof ouf oups zut chut mdr lol ouais ouaip nan ok okay svp stp merci coucou salut ciao'.split(
    ' ',
  ),
);
