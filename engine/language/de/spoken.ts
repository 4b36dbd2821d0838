/** Interjections, and short forms as they are typed. */
export const spoken: ReadonlySet<string> = new Set(
  'haha hihi hm hmm mhm aha ach och oh ah äh ähm öhm tja naja jo joa jep jup nö nee ne nen nem ner n puh uff ups hoppla juhu lol ok okay okey bitteschön dankeschön ciao servus moin tschüss tschüssi'.split(
    ' ',
  ),
);
