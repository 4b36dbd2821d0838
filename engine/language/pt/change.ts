import type { RelativeWords, RoleWords, WordsOfChange, WordsOfKinds, WordsOfSentences } from '../change.ts';
import { listsOf, spaced } from '../words.ts';

export const change: WordsOfChange = listsOf({
  not: 'nunca|tampouco',
  notIfHeld: 'nao',
  offer:
    'por que nao|porque nao|nao mais de|nao mais que|nao mais do que|nao menos de|nao menos que|nao mais tarde que|nao antes de',
  notBetween: `
    mas|certeza|certo|so|somente|apenas|mais|menos|antes|depois|ate|tarde|cedo|se|sei|e|porque|entao`,
  but: 'mas|mas sim|e sim|senao|melhor',
  insteadOf: `
    em vez de|em vez do|em vez da|ao inves de|ao inves do|ao inves da|em lugar de|em lugar do|em lugar da
    no lugar de|no lugar do|no lugar da`,
  instead: 'em vez disso|ao inves disso|no lugar disso|melhor|de preferencia',
  excess: `
    demasiado cedo|demasiado tarde|demasiado caro|demasiado cara|demasiado longe|demasiado perto
    demasiado longo|demasiado curto|demasiado grande|demasiado pequeno|demasiado alto|demasiado baixo
    muito cedo|muito tarde|muito caro|muito cara|muito longe|muito perto|muito longo|muito curto|muito grande
    muito pequeno|muito alto|muito baixo|demais|e muito|sao muitos|sao muitas`,
  repair: `
    desculpe|desculpa|perdao|digo|quero dizer|queria dizer|quis dizer|eu disse|nao|nao espera|nao espere
    nao nao|ah nao|ai nao|ou melhor|melhor dizendo|melhor|ou antes|alias|na verdade|espera|espere|opa|ops
    minto|corrijo|correcao|enganei me|me enganei`,
  change: `
    muda|mude|mudar|troca|troque|trocar|altera|altere|alterar|substitui|substitua|substituir|adia|adie|adiar
    remarca|remarque|remarcar|move|mova|mover`,
  into: 'a|ao|para|pra|por|em|pelo|pela',
  also: 'tambem|alem disso|adiciona|adicione|acrescenta|acrescente|soma|some',
  alsoBehind: '',
  other: 'o outro|a outra|outro|outra',
  swapped: `
    ao contrario|o contrario|ao reves|no sentido contrario|em sentido contrario|no sentido inverso|o inverso
    inverte|inverta|inverter|invertido|invertidos|trocado|trocados|vice versa`,
});

export const roles: RoleWords = {
  origin: listsOf({
    beside: 'de|do|da|desde|saindo de|saindo do|partindo de|a partir de|saio de',
    called: 'de onde|donde|origem|partida|saida',
  }),
  destination: listsOf({
    beside: 'para|pra|a|ao|ate|com destino a|rumo a|em direcao a',
    called: 'para onde|aonde|ate onde|destino|chegada',
  }),
  begin: listsOf({
    beside: `
      ida|na ida|saida|saindo|saio|partida|partindo|parto|desde|de|do|a partir de|entrada|chegada|inicio
      embarque`,
    called: 'ida|saida|partida|inicio|comeco|entrada|embarque',
  }),
  end: listsOf({
    beside: 'volta|na volta|regresso|retorno|voltar|volto|voltando|regressar|regressando|ate|ao|fim',
    called: 'volta|regresso|retorno|fim|termino',
  }),
};

export const relative: RelativeWords = listsOf({
  more: 'a mais|mais|adicional|adicionais|extra|extras',
  less: 'a menos|menos',
  another: 'mais|outro|outra|outros|outras',
  one: 'um|uma|outro|outra',
  later: 'depois|mais tarde|a seguir',
  earlier: 'antes|mais cedo',
  longer: 'a mais|mais',
  shorter: 'a menos|menos',
  dayAfter: 'dia seguinte|dia depois|dia a seguir|proximo dia',
  dayBefore: 'dia anterior|dia antes|vespera',
});

export const sentences: WordsOfSentences = listsOf({
  joiningWithin: 'tambem',
  joining: 'e|mas|depois|entao|tambem|alem disso|e depois|e tambem|a proposito',
  precedence: 'primeiro|antes|antes disso',
  questions: `
    que|o que|quando|onde|aonde|qual|quais|quem|por que|porque|como|quanto|quanta|quantos|quantas|posso|pode
    podes|ha|tem|e possivel|a que|de que`,
  followUps: `
    e|e para|e se|e quanto a|e quanto ao|que tal|o mesmo para|a mesma coisa para|igual para|ou|tambem|entao|so
    apenas`,
  pointing: 'o mesmo|a mesma|os mesmos|as mesmas|esse mesmo|essa mesma|esses mesmos|essas mesmas',
  pointingAtEnd: 'isso|isto|esse|este|essa|esses|estes|essas|estas',
  places: 'la|ali',
  noPlaces: '',
  same: 'o mesmo|a mesma|mesmo|mesma',
  again: `
    o mesmo outra vez|outra vez o mesmo|o mesmo de novo|de novo o mesmo|a mesma coisa de novo
    a mesma coisa outra vez|o mesmo que antes`,
  demonstratives: `
    este|esta|estes|estas|esse|essa|esses|essas|aquele|aquela|o mesmo|a mesma|os mesmos|as mesmas`,
});

export const kinds: WordsOfKinds = listsOf({
  date: 'dia|data',
  time: 'hora|horario',
  money: 'valor|montante|quantia|preco',
  phone: 'numero|telefone',
  email: 'endereco|email',
  duration: 'duracao',
});

/** Words that say nothing by themselves beside a value. */
export const connecting: readonly string[] = spaced(`
  de do da dos das desde a ao aos as o os em no na nos nas para pra por pelo pela com um uma uns umas meu
  minha meus minhas nosso nossa seu sua este esta estes estas isto isso esse essa e sao seja ser seria serao
  era foi eu me mim nos voce digo dizer quero queria gostaria quis usa use tira pega coloca coloque poe ponha
  senao mas melhor so apenas como favor obrigado obrigada sim nao ok okay bom boa bem tudo entao pois ou
  desculpe desculpa ah eh hum ai aqui agora preciso prefiro somos seremos vai vou ir que`);

export const yesNo = listsOf({ yes: 'sim', no: 'nao' });
