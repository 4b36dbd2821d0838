import { describe, expect, test } from 'vitest';
import { readReply } from '../../../engine/dialogue/replies.ts';
import { REPLY_PHRASES } from '../../../engine/dialogue/reply-phrases.ts';
import { wordsOf } from '../../../engine/text/words.ts';

/** How people answer, as they write it, with bars between. */
const REPLIES: Record<string, Record<'yes' | 'no' | 'cancel', string>> = {
  en: {
    yes: `
      yes | yup | yes please | sure thing | of course | go ahead | sounds good to me | that works |
      that works for me | absolutely | ok | okay then | correct | yes that is correct | why not |
      do it | I agree | agreed | please do | you got it | yes, go on | I would like that | for sure |
      totally | that would be great | fine by me | works for me | I guess so | I think so |
      yes of course | confirm it | let's go | ready | right on | cool | very good | good idea |
      yes indeed | roger | that is what I want | all good`,
    no: `
      no | nope | no thanks | no thank you | not really | not today | I don't think so | no way |
      never | don't | do not do that | that is wrong | that's not it | not that | not that one |
      I do not want that | I don't want to | rather not | absolutely not | no, wrong | not quite |
      nah | hell no | by no means | I disagree | not at all | no need | that's incorrect | negative |
      I'd rather not`,
    cancel: `
      cancel | cancel please | please cancel that | never mind | nevermind | forget it | stop | quit |
      exit | abort | go back to the start | start over | forget about it | I changed my mind |
      leave it | let's stop | stop please | cancel the whole thing | please stop | get me out |
      drop it | I want to stop | I want to cancel | actually never mind | back to the start |
      skip it | reset`,
  },
  es: {
    yes: `
      sí | si por favor | claro | claro que sí | por supuesto | vale | de acuerdo | ok | correcto |
      eso es | así es | perfecto | adelante | hazlo | confirmo | sí, confirmo | está bien |
      me parece bien | genial | estupendo | buena idea | desde luego | efectivamente | exacto |
      venga | sí quiero | órale | sale | listo | cómo no | dale | afirmativo | sí, adelante |
      sí, es correcto | sí está bien | todo bien | todo correcto`,
    no: `
      no | no gracias | no, gracias | para nada | en absoluto | ahora no | todavía no | mejor no |
      no quiero | no es correcto | eso no es | no lo hagas | no está bien | claro que no |
      creo que no | qué va | ni hablar | de ninguna manera | incorrecto | eso está mal | está mal |
      no hace falta | hoy no | no, ese no | no me interesa`,
    cancel: `
      cancela | cancelar | cancélalo | cancela por favor | olvídalo | déjalo | no importa | para |
      salir | detente | quiero cancelar | empezar de nuevo | volver a empezar |
      he cambiado de opinión | da igual | ya no quiero | ya no | mejor lo dejamos | dejémoslo |
      lo dejamos | anular | anúlalo | terminar`,
  },
  de: {
    yes: `
      ja | ja bitte | ja gern | jawohl | klar | na klar | natürlich | selbstverständlich | sicher |
      okay | in Ordnung | einverstanden | genau | richtig | stimmt | das stimmt | passt | passt so |
      mach das | ja mach das | bestätigen | ich bestätige | gerne | auf jeden Fall | unbedingt |
      perfekt | alles klar | ist gut | das ist richtig | jep | jo | super | warum nicht | ja genau |
      das passt | ja, stimmt so`,
    no: `
      nein | nein danke | nee | nö | auf keinen Fall | lieber nicht | noch nicht | jetzt nicht |
      heute nicht | falsch | das ist falsch | stimmt nicht | das stimmt nicht | das passt nicht |
      ich will nicht | ich möchte nicht | bitte nicht | nicht nötig | keinesfalls | niemals |
      eher nicht | ich glaube nicht | nein, das ist falsch | natürlich nicht`,
    cancel: `
      abbrechen | bitte abbrechen | abbruch | vergiss es | vergessen Sie es | lass es |
      lassen wir das | lass gut sein | stopp | stop | stornieren | ich möchte abbrechen | von vorne |
      neu anfangen | ich habe es mir anders überlegt | beenden | egal | schluss | hör auf |
      doch nicht | zurück zum Anfang`,
  },
  fr: {
    yes: `
      oui | oui merci | oui s'il vous plaît | ouais | bien sûr | d'accord | ok | c'est ça |
      c'est bon | exact | exactement | parfait | très bien | vas-y | allez-y | je confirme |
      oui je confirme | tout à fait | volontiers | avec plaisir | pourquoi pas | entendu | ça marche |
      ça me va | super | évidemment | certainement | c'est correct | oui c'est ça | carrément |
      bonne idée | faites donc | je veux bien`,
    no: `
      non | non merci | pas du tout | pas maintenant | pas encore | pas aujourd'hui | absolument pas |
      surtout pas | c'est faux | ce n'est pas ça | ce n'est pas correct | non, pas ça | jamais |
      je ne veux pas | je ne crois pas | je ne pense pas | je préfère pas | plutôt pas |
      bien sûr que non | certainement pas | ça ne va pas | pas la peine | non ce n'est pas bon |
      négatif`,
    cancel: `
      annule | annuler | annulez | annulez s'il vous plaît | laisse tomber | laissez tomber | oublie |
      oubliez ça | arrête | stop | tant pis | peu importe | quitter | recommencer | je veux annuler |
      j'ai changé d'avis | abandonner | j'abandonne | on arrête | c'est pas grave | revenir au début |
      on oublie`,
  },
  pt: {
    yes: `
      sim | sim por favor | claro | claro que sim | com certeza | certo | ok | está bem | tá bom |
      tudo bem | pode ser | correto | isso | isso mesmo | exatamente | perfeito | confirmo |
      sim, confirmo | vamos | pode fazer | de acordo | combinado | beleza | concordo | ótimo |
      boa ideia | sem dúvida | pode sim | está correto | está certo | por que não | é isso |
      positivo | quero | quero sim | faz isso`,
    no: `
      não | não obrigado | não, obrigada | de jeito nenhum | agora não | ainda não | hoje não |
      claro que não | melhor não | não quero | está errado | errado | não está certo | isso não |
      não é isso | não faça isso | nem pensar | nunca | acho que não | de forma alguma | não precisa |
      negativo | não concordo | não, não é`,
    cancel: `
      cancela | cancelar | cancele por favor | esquece | esqueça | deixa pra lá | deixa |
      não importa | tanto faz | para | pare | sair | recomeçar | quero cancelar | mudei de ideia |
      desisto | quero desistir | começar de novo | encerrar | anular | já não quero | não quero mais`,
  },
  it: {
    yes: `
      sì | sì grazie | sì per favore | certo | certamente | va bene | d'accordo | ok | esatto |
      esattamente | giusto | corretto | perfetto | confermo | sì confermo | procedi | fallo |
      volentieri | ovviamente | naturalmente | perché no | ottimo | benissimo | certo che sì |
      è corretto | è giusto | assolutamente sì | senz'altro | va benissimo | mi va bene | buona idea |
      come no | sicuramente | proprio così | avanti | vai`,
    no: `
      no | no grazie | assolutamente no | per niente | non ora | non adesso | non ancora | oggi no |
      sbagliato | è sbagliato | non è corretto | non è giusto | non voglio | non farlo |
      meglio di no | certo che no | mai | non credo | non mi va | non va bene | direi di no |
      neanche per sogno | non è quello | no, non così`,
    cancel: `
      annulla | annullare | annulla per favore | lascia stare | lascia perdere | dimentica |
      dimenticalo | basta | stop | esci | fermati | non importa | fa niente | ho cambiato idea |
      voglio annullare | ricominciamo | ricomincia | torna all'inizio | lasciamo perdere |
      lasciamo stare | interrompi | cancella tutto | chiudi`,
  },
};

/** What holds such words and is a request or a correction all the same. */
const NO_REPLIES: Record<string, string[]> = {
  en: [
    'no funds in my account',
    'no, 60 dollars',
    'stop my card',
    'cancel my card',
    'is it ok to pay later',
    'good morning',
  ],
  es: ['no me funciona la tarjeta', 'no, 60 euros', 'para mañana', 'cancela mi tarjeta', 'quiero pagar'],
  de: ['nein, 60 Euro', 'stornieren Sie meine Karte', 'das Konto ist nicht richtig'],
  fr: ['non, 60 euros', 'annulez ma carte', 'je veux payer'],
  pt: ['não, 60 reais', 'cancela o meu cartão', 'quero pagar', 'para amanhã'],
  it: ['no, 60 euro', 'annulla la mia carta', 'voglio pagare'],
};

describe.each(Object.keys(REPLIES))('in %s', (language) => {
  test.each(
    Object.entries(REPLIES[language] ?? {}).flatMap(([reply, said]) =>
      said.split('|').map((text) => [text.trim(), reply]),
    ),
  )('“%s” is %s', (text, reply) => {
    expect(readReply(wordsOf(text), language)).toBe(reply);
  });

  test.each(NO_REPLIES[language] ?? [])('“%s” is more than a reply', (text) => {
    expect(readReply(wordsOf(text), language)).toBeNull();
  });

  test('no phrase means two things', () => {
    const { yes = [], no = [], cancel = [] } = REPLY_PHRASES[language] ?? {};
    const all = [...new Set(yes), ...new Set(no), ...new Set(cancel)];
    expect(all.filter((phrase, index) => all.indexOf(phrase) < index)).toEqual([]);
  });
});
