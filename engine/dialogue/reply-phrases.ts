/** Phrases of one language that answer a question, written as normalised words (no accents, no apostrophes). */
export interface ReplyPhrases {
  yes: readonly string[];
  no: readonly string[];
  cancel: readonly string[];
  help: readonly string[];
  repeat: readonly string[];
  /** Politeness and hesitation: may stand around a reply and means nothing. */
  filler: readonly string[];
}

const list = (phrases: string): string[] => phrases.split(',').map((phrase) => phrase.trim());

export const REPLY_PHRASES: Readonly<Record<string, ReplyPhrases>> = {
  en: {
    yes: list(
      'yes, yeah, yep, yup, ya, yea, y, sure, sure thing, of course, absolutely, definitely, certainly, ok, okay, k, ' +
        'alright, all right, correct, right, that s right, thats right, that is right, that s correct, ' +
        'thats correct, that is correct, that s fine, that is fine, fine, sounds good, sounds right, looks good, ' +
        'looks right, perfect, go ahead, go for it, do it, do that, let s do it, lets do it, let s do that, confirm, ' +
        'confirmed, i confirm, i do, i am, i am sure, i m sure, im sure, affirmative, by all means, why not, ' +
        'no problem, yes i do, yes it is, it is, please do, proceed, make it so, exactly, indeed, you bet, uh huh, ' +
        'mhm, great, good, true, that would be great, that would be nice, that would be good, that works, works for me, ' +
        'sounds great, that s great, that is great, i would, i d like that, i think so, it s correct, it s right, ' +
        'that s it, thats it, yes you can, you can, that s the one, i agree, agreed, ' +
        'sounds good to me, that works for me, fine by me, you got it, go on, i would like that, ' +
        'id like that, for sure, totally, i guess so, confirm it, let s go, lets go, ready, ' +
        'right on, cool, very good, good idea, roger, that is what i want, that s what i want, ' +
        'all good, all right then',
    ),
    no: list(
      'no, nope, nah, n, not now, not yet, not really, no way, negative, i don t, i dont, i do not, don t, dont, ' +
        'do not, don t do it, dont do it, do not do it, don t do that, dont do that, wrong, incorrect, that s wrong, ' +
        'thats wrong, that is wrong, not correct, not right, that s not right, thats not right, that is not right, ' +
        'absolutely not, of course not, definitely not, certainly not, i d rather not, id rather not, rather not, ' +
        'no i don t, no i dont, i would not, i would rather not, not at all, i think not, i don t think so, ' +
        'i dont think so, i don t want to, i dont want to, i don t want that, i dont want that, never, uh uh, it isn t, it isnt, it is not, false, please don t, please dont, ' +
        'not today, do not do that, that s not it, thats not it, that is not it, not that, ' +
        'not that one, i do not want that, not quite, hell no, by no means, i disagree, no need, ' +
        'that s incorrect, thats incorrect, that is incorrect, no thank you',
    ),
    cancel: list(
      'cancel, cancel it, cancel that, cancel this, cancel everything, never mind, nevermind, never mind that, ' +
        'forget it, forget that, forget about it, forget about that, leave it as it is, leave it like that, stop, stop it, stop that, quit, exit, abort, ' +
        'start over, scratch that, drop it, leave it, i changed my mind, changed my mind, i ve changed my mind, ' +
        'ive changed my mind, ' +
        'go back to the start, back to the start, go back to start, end it, cancel the whole thing, ' +
        'cancel all of it, get me out, get me out of here, skip it, reset, start again, ' +
        'i want to stop, i want to cancel, let s stop, lets stop',
    ),
    help: list(
      'help, help me, i need help, can you help me, can you help, what can you do, what can i say, ' +
        'what can i ask, what can i ask you, what do you do, show me what you can do, options, ' +
        'what are my options',
    ),
    repeat: list(
      'repeat, repeat that, repeat it, say that again, say it again, again, come again, pardon, ' +
        'pardon me, what did you say, can you repeat that, could you repeat that, can you say that again, ' +
        'could you say that again, once more, one more time, i did not hear you, i didn t hear you, ' +
        'i didn t catch that, i did not catch that, what was that',
    ),
    filler: list(
      'please, thanks, thank you, thank you very much, oh, um, uh, er, hmm, well, actually, then, just, now, so, ' +
        'and, but, let s, lets, i want to, i would like to, i d like to, can we, can you, sorry, hey, really, it s, its, ' +
        'wait, hold on',
    ),
  },
  es: {
    yes: list(
      'si, s, claro, claro que si, por supuesto, desde luego, vale, ok, okay, de acuerdo, correcto, exacto, ' +
        'exactamente, asi es, eso es, esta bien, muy bien, bien, perfecto, adelante, hazlo, hagalo, confirmo, ' +
        'confirmado, confirmar, confirma, seguro, sin duda, por favor si, como no, dale, venga, eso, afirmativo, ' +
        'es correcto, si quiero, procede, estoy seguro, estoy segura, ya, me parece bien, estoy de acuerdo, creo que si, ' +
        'genial, estupendo, buena idea, efectivamente, orale, sale, listo, lista, todo bien, ' +
        'todo correcto, de una, hecho, por mi bien, esta perfecto',
    ),
    no: list(
      'no, nop, n, para nada, en absoluto, que va, ni hablar, de ninguna manera, todavia no, ahora no, aun no, ' +
        'mejor no, claro que no, por supuesto que no, desde luego que no, negativo, incorrecto, no es correcto, ' +
        'no esta bien, eso no, asi no, no lo hagas, no quiero, creo que no, no creo, no me interesa, no estoy seguro, no estoy segura, tampoco, nunca, ' +
        'eso no es, eso esta mal, esta mal, no hace falta, hoy no, ese no, esa no, ' +
        'eso es incorrecto, no estoy de acuerdo',
    ),
    cancel: list(
      'cancela, cancelar, cancelalo, cancelala, cancele, cancela eso, cancela todo, olvidalo, olvidala, olvidelo, ' +
        'olvida eso, dejalo, dejelo, deja, dejalo estar, dejalo asi, dejalo como esta, no importa, da igual, para, parar, detente, salir, ' +
        'termina, abortar, empezar de nuevo, he cambiado de idea, cambie de idea, he cambiado de opinion, ' +
        'volver a empezar, volver al principio, ya no quiero, ya no, mejor lo dejamos, dejemoslo, ' +
        'lo dejamos, anular, anula, anulalo, terminar, quiero cancelar, quiero salir, dejalo ya',
    ),
    help: list(
      'ayuda, ayudame, necesito ayuda, puedes ayudarme, me puedes ayudar, que puedes hacer, ' +
        'que sabes hacer, que puedo decir, que puedo preguntar, que puedo preguntarte, opciones, ' +
        'que opciones tengo',
    ),
    repeat: list(
      'repite, repitelo, repetir, otra vez, de nuevo, dilo otra vez, dilo de nuevo, puedes repetir, ' +
        'puedes repetirlo, puede repetir, me lo repites, me lo puedes repetir, como dices, ' +
        'como has dicho, que has dicho, que dijiste, no te he oido, no te oi, una vez mas, ' +
        'perdona que has dicho',
    ),
    filler: list(
      'por favor, gracias, muchas gracias, ah, eh, oh, hmm, pues, bueno, entonces, mira, y, pero, ya, quiero, ' +
        'quisiera, me gustaria, perdona, perdon, oye, es que, espera, espere',
    ),
  },
  de: {
    yes: list(
      'ja, j, jawohl, jo, klar, na klar, naturlich, sicher, ok, okay, gerne, gern, in ordnung, genau, richtig, ' +
        'stimmt, das stimmt, das ist richtig, korrekt, passt, das passt, mach das, mach es, machen sie das, ' +
        'bestatigen, ich bestatige, bestatigt, einverstanden, auf jeden fall, perfekt, gut, alles klar, los, ja gerne, doch, ' +
        'selbstverstandlich, passt so, stimmt so, unbedingt, ist gut, das ist gut, jep, jap, super, ' +
        'warum nicht, das passt so, klingt gut, bin einverstanden, ja klar',
    ),
    no: list(
      'nein, n, ne, nee, no, noch nicht, jetzt nicht, nicht jetzt, auf keinen fall, lieber nicht, falsch, ' +
        'das ist falsch, stimmt nicht, das stimmt nicht, nicht richtig, mach das nicht, naturlich nicht, niemals, ' +
        'heute nicht, das passt nicht, passt nicht, ich will nicht, ich mochte nicht, bitte nicht, ' +
        'nicht notig, keinesfalls, eher nicht, ich glaube nicht, das nicht, keine lust, ' +
        'nicht wirklich',
    ),
    cancel: list(
      'abbrechen, abbruch, brich ab, brechen sie ab, stopp, stop, stornieren, vergiss es, vergessen sie es, ' +
        'lass es, lass gut sein, lassen sie es, egal, schon gut, beenden, von vorne, ich habe es mir anders uberlegt, ' +
        'lassen wir das, lassen wir es, neu anfangen, von vorn, schluss, hor auf, horen sie auf, ' +
        'doch nicht, zuruck zum anfang, ich mochte abbrechen',
    ),
    help: list(
      'hilfe, hilf mir, ich brauche hilfe, kannst du mir helfen, konnen sie mir helfen, was kannst du, ' +
        'was konnen sie, was kannst du tun, was kannst du alles, was kann ich sagen, was kann ich fragen, ' +
        'optionen, welche optionen habe ich',
    ),
    repeat: list(
      'wiederhole, wiederhole das, wiederholen, wiederholen sie, wiederholen sie das, noch einmal, ' +
        'nochmal, noch mal, sag das noch einmal, sag das nochmal, was hast du gesagt, ' +
        'was haben sie gesagt, wie bitte, kannst du das wiederholen, konnen sie das wiederholen, ' +
        'ich habe dich nicht verstanden, ich habe sie nicht verstanden',
    ),
    filler: list(
      'bitte, danke, vielen dank, danke schon, oh, ah, ahm, hm, also, dann, mal, doch, nun, und, aber, ich mochte',
    ),
  },
  fr: {
    yes: list(
      'oui, ouais, o, si, bien sur, bien entendu, d accord, daccord, ok, okay, exact, exactement, c est ca, cest ca, ' +
        'c est bon, cest bon, c est exact, c est correct, correct, parfait, tres bien, bien, volontiers, avec plaisir, ' +
        'vas y, allez y, je confirme, confirme, confirmer, confirmez, tout a fait, absolument, certainement, fais le, faites le, ' +
        'pourquoi pas, entendu, ca marche, ca me va, super, evidemment, carrement, bonne idee, ' +
        'faites donc, je veux bien, c est parfait, ca roule, je suis d accord',
    ),
    no: list(
      'non, nan, n, pas maintenant, pas encore, pas du tout, surtout pas, bien sur que non, absolument pas, ' +
        'pas vraiment, c est faux, faux, incorrect, ce n est pas ca, pas correct, jamais, ne le fais pas, ne le faites pas, ' +
        'pas aujourd hui, ce n est pas correct, c est pas ca, pas ca, je ne veux pas, ' +
        'je ne crois pas, je ne pense pas, je prefere pas, je prefere ne pas, plutot pas, ' +
        'certainement pas, ca ne va pas, pas la peine, ce n est pas bon, c est pas bon, negatif, ' +
        'je ne suis pas d accord',
    ),
    cancel: list(
      'annule, annuler, annulez, annule ca, annule tout, laisse tomber, laissez tomber, oublie, oublie ca, oubliez, ' +
        'oubliez ca, peu importe, arrete, arretez, stop, quitter, recommencer, tant pis, j ai change d avis, ' +
        'abandonner, abandonne, j abandonne, on arrete, on annule, c est pas grave, ' +
        'ce n est pas grave, revenir au debut, retour au debut, on oublie, je veux annuler, ' +
        'je voudrais annuler',
    ),
    help: list(
      'aide, aide moi, aidez moi, a l aide, j ai besoin d aide, peux tu m aider, pouvez vous m aider, ' +
        'que peux tu faire, que pouvez vous faire, que sais tu faire, que puis je dire, ' +
        'que puis je demander, options, quelles sont mes options',
    ),
    repeat: list(
      'repete, repetez, repeter, encore, encore une fois, redis, redites, peux tu repeter, ' +
        'pouvez vous repeter, tu peux repeter, vous pouvez repeter, qu as tu dit, qu avez vous dit, ' +
        'comment, je n ai pas entendu, je n ai pas compris',
    ),
    filler: list(
      's il te plait, s il vous plait, stp, svp, merci, merci beaucoup, oh, ah, euh, bon, ben, alors, et, mais, je veux, je voudrais',
    ),
  },
  pt: {
    yes: list(
      'sim, s, claro, claro que sim, com certeza, certo, ok, okay, esta bem, ta bem, ta bom, esta bom, tudo bem, pode ser, ' +
        'correto, exato, exatamente, isso, isso mesmo, perfeito, confirmo, confirmado, confirmar, confirma, ' +
        'vamos, va em frente, faca isso, pode fazer, de acordo, combinado, beleza, bom, ' +
        'concordo, otimo, boa ideia, sem duvida, pode sim, esta correto, esta certo, por que nao, ' +
        'positivo, quero, quero sim, faz isso, e isso, e isso mesmo, esta otimo, fechado',
    ),
    no: list(
      'nao, n, nem pensar, de jeito nenhum, ainda nao, agora nao, claro que nao, melhor nao, negativo, errado, ' +
        'esta errado, incorreto, nao esta certo, nao quero, nao faca isso, nunca, ' +
        'hoje nao, isso nao, nao e isso, acho que nao, de forma alguma, de forma nenhuma, ' +
        'nao precisa, nao concordo, nao e, isso esta errado, prefiro nao',
    ),
    cancel: list(
      'cancela, cancelar, cancele, cancela isso, cancela tudo, esquece, esqueca, esquece isso, deixa, deixa pra la, ' +
        'deixa para la, nao importa, tanto faz, para, pare, parar, sair, recomecar, mudei de ideia, ' +
        'desisto, quero desistir, comecar de novo, voltar ao inicio, encerrar, anular, anula, ' +
        'ja nao quero, nao quero mais, quero cancelar',
    ),
    help: list(
      'ajuda, me ajuda, ajude me, preciso de ajuda, pode me ajudar, pode ajudar me, podes ajudar me, ' +
        'o que voce pode fazer, o que podes fazer, o que pode fazer, o que posso dizer, ' +
        'o que posso perguntar, opcoes, quais sao as opcoes',
    ),
    repeat: list(
      'repete, repita, repetir, de novo, outra vez, mais uma vez, diga de novo, diz outra vez, ' +
        'pode repetir, podes repetir, o que voce disse, o que disseste, o que disse, nao ouvi, ' +
        'como disse',
    ),
    filler: list(
      'por favor, obrigado, obrigada, muito obrigado, muito obrigada, ah, oh, eh, bem, entao, e, mas, quero, queria, desculpe',
    ),
  },
  it: {
    yes: list(
      'si, s, certo, certamente, certo che si, sicuro, ok, okay, va bene, d accordo, esatto, esattamente, giusto, ' +
        'corretto, e corretto, perfetto, confermo, confermato, conferma, confermare, procedi, proceda, fallo, ' +
        'lo faccia, volentieri, assolutamente, ovviamente, naturalmente, bene, e giusto, ' +
        'perche no, ottimo, benissimo, senz altro, va benissimo, mi va bene, mi va, buona idea, ' +
        'come no, sicuramente, proprio cosi, avanti, vai, sono d accordo, ci sto',
    ),
    no: list(
      'no, n, non ora, non adesso, non ancora, per niente, assolutamente no, certo che no, ovviamente no, meglio di no, ' +
        'sbagliato, e sbagliato, non e corretto, non e giusto, non farlo, non voglio, mai, ' +
        'oggi no, non credo, non penso, non mi va, non va bene, direi di no, neanche per sogno, ' +
        'non e quello, non cosi, non serve, non sono d accordo, preferisco di no',
    ),
    cancel: list(
      'annulla, annullare, annulli, annulla tutto, cancella, lascia stare, lasci stare, lascia perdere, ' +
        'lasci perdere, dimentica, dimenticalo, non importa, fa niente, basta, fermati, stop, esci, ricominciamo, ho cambiato idea, ' +
        'ricomincia, ricominciare, torna all inizio, torniamo all inizio, lasciamo perdere, ' +
        'lasciamo stare, interrompi, cancella tutto, chiudi, voglio annullare',
    ),
    help: list(
      'aiuto, aiutami, mi aiuti, ho bisogno di aiuto, puoi aiutarmi, mi puoi aiutare, puo aiutarmi, ' +
        'cosa puoi fare, cosa sai fare, che cosa puoi fare, cosa posso dire, cosa posso chiedere, ' +
        'opzioni, quali sono le opzioni',
    ),
    repeat: list(
      'ripeti, ripeta, ripetere, ancora, di nuovo, un altra volta, ancora una volta, dillo di nuovo, ' +
        'puoi ripetere, puo ripetere, me lo ripeti, cosa hai detto, che cosa hai detto, cosa ha detto, ' +
        'come hai detto, non ho sentito',
    ),
    filler: list(
      'per favore, per piacere, grazie, grazie mille, oh, ah, ehm, beh, allora, dunque, e, ma, vorrei, voglio, scusa, scusi',
    ),
  },
};
