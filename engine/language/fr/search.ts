import { romanceStem, type SearchWords } from '../search.ts';
import { wordSet } from '../words.ts';

export const search: SearchWords = {
  stopWords: wordSet(`
a ai aide aider alors au aucun aucune aussi autre autres aux avais avait avec avez avoir avons bien bonjour
c ca car ce ceci cela celle celui combien ces cet cette chaque chez ci comme comment d dans de des deux dire dit
dois doit doivent donc dont du elle elles en encore entre es est et etaient etait ete etes etre eu faire
fais fait faites faut fois font ici il ils j je jusqu l la laquelle le lequel les lesquels leur leurs
lorsque lui m ma mais me meme merci mes mettre moi moins mon n ne ni non nos notre nous on ont ou oui par
parce pas peut peuvent peux plait plus pour pourquoi pourrais pourrait pouvez pouvoir pouvons puis puisse qu
quand que quel quelle quelles quelque quelques quels qui quoi s sa salut sans savoir se sera serait ses si
soit sommes son sont souhaite sous suis sur svp t ta te tes toi ton toujours tous tout toute toutes tres
trop tu un une va vais vas vers veut veux voici voila voir vont vos votre voudrais voulez vouloir vous y
`),
  stem: romanceStem,
};
