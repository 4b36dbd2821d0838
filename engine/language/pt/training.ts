import { lines, type TrainingRows } from '../training-rows.ts';
import { inflection } from './inflection.ts';

export const training: TrainingRows = {
  code: 'pt',
  hasDataSets: false,
  inflection,
  outOfScope: lines(`
quantas luas tem saturno
por que o pão cresce no forno
quem pintou o teto daquela capela em roma
como as vacinas treinam o sistema imunológico
que planeta gira mais rápido
o que causa a aurora boreal
explica a fotossíntese a uma criança
de que é feito um buraco negro
diga três rios da américa do sul
o que quer dizer a palavra efêmero
como se podam roseiras no outono
que cola serve para couro
como faço a porta parar de ranger
por que as folhas do meu manjericão ficam pretas
como tiro cera da toalha
como ensino um papagaio a falar
o meu cão não para de morder a pata
quanto tempo vive um peixinho dourado
devo aprender piano ou violino
quem compôs as quatro estações
quantas cordas tem uma harpa
que filme ganhou o prêmio este ano
quando começa a próxima temporada da série
recomende um romance no deserto
quem ganhou o jogo ontem à noite
como se decide um impedimento
quem tem o recorde do salto em altura
explica as regras do xadrez
como venço o último chefe do jogo
qual é o maior número primo conhecido
como resolvo uma equação de segundo grau
a que temperatura ferve o álcool
como escrevo um laço em python
por que a minha impressora solta folhas em branco
escreve um poema sobre a chuva
desenha um dragão
conta uma história de um robô perdido
quem vai ganhar as eleições
qual é a capital da mongólia
quando caiu o muro de berlim
por que caiu o império romano
há vida noutros planetas
o que acontece depois da morte
você acredita em fantasmas
sinto-me sozinho esta noite
o meu vizinho toca bateria à meia-noite
a minha irmã casa em junho
que nome dou ao bebê
como trato um tornozelo torcido
que alimentos têm muito ferro
que vinho combina com peixe grelhado
quanto tempo se coze um ovo
que cogumelos são venenosos
como faço uma fogueira na chuva
por que os gatos ronronam
como as abelhas fazem mel
quem inventou o zíper
como funciona uma máquina a vapor
de quanta tinta preciso para um quarto
quando se plantam as tulipas
o que significa a luz amarela do painel
o senhorio pode ficar com a caução
o que visto num casamento no jardim
como se tricota um cachecol
em que museu estão as múmias
onde fica a piscina mais próxima
o céu era verde quando eu era jovem
acho que ele deixou lá o guarda-chuva
fomos passear junto ao rio
a minha avó fazia bolos aos domingos
foi um sonho estranho
ontem pintei a cerca
o comboio ia cheio de turistas
passa-me o sal
há uma aranha na banheira
aqui cheira a algo esquisito
`),
};
