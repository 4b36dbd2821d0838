import { type SearchWords, strip } from '../search.ts';
import { wordSet } from '../words.ts';

export const search: SearchWords = {
  stopWords: wordSet(`
a about after again all also am an and any are aren as at be because been before being both but by can
cannot could couldn d did didn do does doesn don done each else ever every for from get gets getting give go going
got had happen happens has have having he hello help her here hers hi him his how i if im in into is isn it its just know let like ll long
many may me might mine more most much must my need needs no not of off on one ones or other our ours out over please
re s same shall she should so some somebody someone something still such t take taken takes tell than thank thanks that the their
theirs them then there these they thing things this those to too u up us use ve very want wants was way we well were
what whats when where which while who whom whose why will wish with without won would yes you your yours
`),
  stem,
};

function stem(word: string): string {
  let stemmed = word;
  if (/[^aeiou]ies$/.test(stemmed) && stemmed.length > 4) stemmed = `${stemmed.slice(0, -3)}y`;
  else if (/(?:s|x|z|ch|sh)es$/.test(stemmed)) stemmed = stemmed.slice(0, -2);
  else if (/[^su]s$/.test(stemmed)) stemmed = stemmed.slice(0, -1);
  stemmed = strip(stemmed, ['ment', 'ing', 'ed'], 3);
  return single(strip(stemmed, ['e'], 3)).replace(/([^aeiou])i$/, '$1y');
}

const single = (word: string): string => word.replace(/([^aeiou\W\d_])\1$/, '$1');
