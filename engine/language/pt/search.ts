import { romanceStem, type SearchWords } from '../search.ts';
import { wordSet } from '../words.ts';

export const search: SearchWords = {
  stopWords: wordSet(`
a ah ai ainda ajuda alem algo alguem algum alguma algumas alguns ao aos aquela aquele aonde aqui aquilo as assim
ate bem boa bom cada com como conseguir consigo cujo da dao das de dela dele deles dem desde deve devem devo
dizer do dos e ela elas ele eles em entao entre era es essa essas esse esses esta estamos estao estar estas
este esteja estes estou eu faco favor faz fazer fica ficar foi for gostaria ha ir isso isto ja la lhe lhes
mais mas me mesmo meu meus mim minha minhas muita muitas muito muitos na nada nao nas nem nenhum nenhuma no
nos nossa nossas nosso nossos num numa o obrigada obrigado oi ola onde ou outra outras outro outros para
pela pelas pelo pelos pode podem podemos podes poder podia por porque posso pra precisa preciso quais qual
qualquer quando quanta quantas quanto quantos que quem quer queria quero sao saber se sem sempre ser seria seu
seus sim so sobre sou sua suas tal tambem te tem temos tenho ter teu teus ti toda todas todo todos tu tua
tuas tudo um uma umas uns vai vamos vao ver vez voce voces vou
`),
  stem: romanceStem,
};
