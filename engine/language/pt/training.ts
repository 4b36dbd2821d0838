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
  streets: {
    form: '{kind} {name} {number}',
    kinds: ['rua', 'avenida', 'praça', 'travessa', 'largo', 'estrada', 'alameda', 'beco'],
    names: lines(`
Almirante Reis
Alexandre Herculano
Augusta
Camões
Direita
Dom Dinis
Dom Pedro V
Eça de Queirós
Fernando Pessoa
Formosa
Garrett
Nova
Santa Catarina
São Bento
São João
São Pedro
25 de Abril
da Alegria
da Boavista
da Escola
da Estação
da Fonte
da Igreja
da Liberdade
da Misericórdia
da Paz
da Praia
da República
da Saudade
das Flores
de Camões
do Carmo
do Castelo
do Comércio
do Mercado
do Moinho
do Ouro
do Porto
do Rosário
dos Anjos
`),
  },
  interjections: lines(`
olá
oi
bom dia
boa tarde
boa noite
ei
opa
ah
oh
ai
ai meu Deus
hum
hã
bem
bom
então
pois
olhe
ouça
puxa
nossa
caramba
ops
ufa
ok
certo
ótimo
perfeito
enfim
poxa
`),
  mentions: [],
  remarks: lines(`
a família toda, seis
a segunda opção
a última
afinal não quero nada
ah nao, esquece
ai, me enrolei toda, do começo
ainda bem que é sexta
ajuda-me com o irs
anotado, obrigada
anular a encomenda
assim como o senhor leu
assim não
assim não, chama alguém
atrasa uma hora
atualiza a minha morada
até a próxima
até mais tarde
avisa o técnico que não precisa vir, cancela a visita
chama um atendente
cobram taxa pra sacar?
com muito gosto
como te chamas?
como troco a senha
como é que isto funciona?
confundiu tudo
contento-me com pouco
continuação de bom dia
corrija o endereço
de boa, pode
deixa vazio
deixemos isso
desativa o alarme
desculpa o parêntese, mas sim
dois, no máximo
dá pra mudar o horário?
e amanha nao tem?
e se eu disser que não?
e um robo?
eita lasqueira
em hipótese alguma
em meados de julho
em três dias dormi cinco horas
então tá bom
escolher assento
esperando desde ontem
estou com a cabeça noutro lado, fecha a loja
estou de acordo
eu quis dizer o outro
faz o que tens a fazer
faça isso por favor
fica a seu critério
fica combinado assim
game over
ida e volta
isso dá muito trabalho, deixa
isso tá um parto, chega
já disse sim pra minha mulher
já já volto
já me queimei uma vez, chega
já mudei a senha e continua igual
larga essa caneta
mal passado
me dá o cartão de embarque
me transfere pra um atendente
melhor em dinheiro
melhor à tarde
metade metade
meu neto com três anos já conta até cem
meu vizinho se acha esperto
minha neta me ensinou a mexer nisso
minha nossa
minha vida vai mudar esse ano
mostra vestidos
muda o horário
na baixa
nada com castanha
nao mexas em nada
nem a pau
nem mais nem menos
nem um nem outro
nenhum incómodo pra mim, siga
ninguem sabe nada nessa vida
no segundo andar mora um violinista
não cancela
não compre
não me importava nada
não não
não não, só ida
não não, tá escrito certo
não obrigada
não precisas
não seria nada mau
não te preocupes
não tenho carro, vou de ônibus
não é nada, esquece
não é pra cancelar
não, brigado
não, mais nada, obrigada por tudo, tchau
o auxilio nao caiu
o cancelamento é na hora?
o iva já tá aí dentro
o modem não funciona, manda um técnico
o próximo comboio
o que você recomenda
oi, minha máquina de lavar quebrou
oi, queria marcar uma consulta
ok até
ola, quero pagar a fatura
ora então, tratemos lá disso, sim
passou a vontade
pensão completa
percebeu mal
percebi, e o outro?
perdi o que você falou
perfeito, posso cancelar depois?
pode me ajudar?
pois então vamos a isso
por hoje não
por mim sim
porque é que hoje tá mais caro
positivo operante
preciso atualizar meu telefone
preciso da certidão de nascimento
preciso de um pediatra urgente
preciso falar com alguém
prefiro deixar como está
prefiro falar com uma pessoa
prefiro nao responder
prefiro não informar
pro meu pai que tem oitenta
pô não
quando chove me dói o joelho
quando começam as aulas?
quando e a proxima?
que alarmes eu tenho?
que horas abre?
que horas sai
que música é essa?
que sim
quem lhe disse isso
quem vê meus dados
quero abrir uma conta
quero comecar de novo
quero dar baixa na linha
quero encerrar a conta poupanca
quero falar com o gerente
quero trocar de médico
quinta série
rasga isso
repete o final
repita por favor
retomando a mesa, marca
se precisa desse dado todo não é pra mim
segundo ano
sem complemento
sim sim, o talão tá onde
sim, está tudo certo
sobra pra mim, tá, paga
ta errado
tal como disse
talvez mais tarde
tanto dá um como outro
tela preta
tem alguma coisa errada
tem alguma promoção?
tenha um bom dia
tinha que revirar os papéis
tipo o que
toca meia hora antes
top, fecha
tranca o meu plano da academia
três, fazem preço de família?
tudo correto
tudo outra vez do início
tá claro
tá longe
tá, muito obrigada
tás maluco
tô indecisa
tô sem internet desde ontem
tô tranquilo, valeu
tô vendo aqui
um momento
uma vez na vida
ué, não
vale também pra criança?
vamos recomeçar
vamos ser avós
vc é robô
vi dois iguais na feira
você que escolhe
volta ao inicio
vou lembrar disso
vou pular essa
à vista
é isso aí
é isso aí mesmo, sim
é mesmo o que a gente procurava
é supérfluo
é só isso, obrigado
`),
};
