import { type PeopleWords, peopleWords } from '../people.ts';

export const people: PeopleWords = peopleWords({
  nouns:
    'adulto adultos adulta adultas crianca criancas bebe bebes menino meninos menina meninas idoso idosos pessoa pessoas homem homens mulher mulheres hospede hospedes passageiro passageiros viajante viajantes estudante estudantes amigo amigos amiga amigas colega colegas chefe esposa marido parceiro parceira namorado namorada filho filhos filha filhas irmao irmaos irma irmas mae pai tia tio primo prima primos avo avos vizinho vizinha miudo miudos miuda miudas garoto garotos garota garotas rapaz rapazes rapariga raparigas noivo noiva esposo neto netos neta netas sobrinho sobrinhos sobrinha sobrinhas sogro sogra cunhado cunhada mamae papai maninho maninha criancinha criancinhas bebezinho filhinho filhinha adolescente adolescentes jovem jovens senhor senhora senhores senhoras',
  anyone: 'pessoa pessoas hospede hospedes passageiro passageiros viajante viajantes',
  kinds: [
    'adulto adultos adulta adultas',
    'crianca criancas miudo miudos miuda miudas menino meninos menina meninas filho filhos filha filhas',
    'bebe bebes',
    'adolescente adolescentes',
    'idoso idosos',
  ],
  groups: 'grupo participantes ocupantes',
  pairs: 'casal gemeos gemeas',
  self: 'eu mim',
  others: 'ele ela',
  subjects: 'eu',
  owners: 'meu minha meus minhas nosso nossa nossos nossas o a os as',
  joiners: 'e mais com',
  beneficiary: 'para',
  ofAll: 'de nos|deles|delas|dentre nos',
  doer: /^r$/,
  plural: /s$/,
  phrases: {
    'so eu|uma pessoa|um adulto|uma adulta|um passageiro|uma so pessoa|uma so|um so|somente eu|apenas eu|eu sozinho|eu sozinha|sozinho|sozinha|so para mim|so pra mim': 1,
  },
});
