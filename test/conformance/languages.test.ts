import { beforeAll, describe, test } from 'vitest';
import { canOperate, publishAssistant, useTenant } from './support/parley.ts';
import { expectTalk, type Talk } from './support/talk.ts';

const api = useTenant();

beforeAll(async () => {
  if (!canOperate()) return;
  const source = new URL('./languages', import.meta.url);
  await publishAssistant(api.account().institution, { source });
});

const inLanguage = (language: string, talk: Talk) =>
  expectTalk(api, talk, { language, spoken: language, time_offset: 60 });

describe.runIf(canOperate())('a conversation in each language', () => {
  test.each<[string, Talk]>([
    [
      'en',
      [
        ['move 50 euros from checking to savings', 'Move €50 from checking to savings?'],
        ['no, 60 euros', 'Move €60'],
        ['not 60 but 70', 'Move €70'],
        ['what is my balance', 'You have 10. Back to “Transfer money”. Move €70'],
        ['help', 'Check a balance'],
        ['yes', 'Moved €70.'],
      ],
    ],
    [
      'es',
      [
        [
          'pasa 50 euros de la cuenta corriente a ahorros',
          '¿Paso 50 € de cuenta corriente a cuenta de ahorros?',
        ],
        ['no, 60 euros', '¿Paso 60 €'],
        ['no 60 sino 70', '¿Paso 70 €'],
        ['cuál es mi saldo', 'Tienes 10. Volvamos a «Transferir dinero». ¿Paso 70 €'],
        ['ayuda', 'Consultar el saldo'],
        ['sí', 'Hecho, 70 €.'],
      ],
    ],
    [
      'de',
      [
        ['überweise 50 Euro vom Girokonto aufs Sparkonto', '50 € von Girokonto auf Sparkonto?'],
        ['nein, 60 Euro', '60 € von'],
        ['nicht 60 sondern 70', '70 € von'],
        ['wie ist mein Kontostand', 'Du hast 10. Zurück zu „Geld überweisen“. 70 € von'],
        ['Hilfe', 'Kontostand'],
        ['ja', 'Erledigt, 70 €.'],
      ],
    ],
    [
      'fr',
      [
        [
          'vire 50 euros du compte courant vers le livret',
          'Virer 50 € de compte courant vers compte épargne',
        ],
        ['non, 60 euros', 'Virer 60 €'],
        ['pas 60 mais 70', 'Virer 70 €'],
        ['quel est mon solde', "Vous avez 10. Revenons à « Virer de l'argent ». Virer 70 €"],
        ['aide', 'Consulter le solde'],
        ['oui', 'Fait, 70 €.'],
      ],
    ],
    [
      'pt',
      [
        ['passa 50 euros da conta corrente para a poupança', 'Passo € 50 de conta corrente para poupança?'],
        ['não, 60 euros', 'Passo € 60'],
        ['não 60 mas 70', 'Passo € 70'],
        ['qual é o meu saldo', 'Tens 10. Voltemos a “Transferir dinheiro”. Passo € 70'],
        ['ajuda', 'Consultar o saldo'],
        ['sim', 'Feito, € 70.'],
      ],
    ],
    [
      'it',
      [
        [
          'sposta 50 euro dal conto corrente al conto di risparmio',
          'Sposto 50 € da conto corrente a conto di risparmio?',
        ],
        ['no, 60 euro', 'Sposto 60 €'],
        ['non 60 ma 70', 'Sposto 70 €'],
        ['qual è il mio saldo', 'Hai 10. Torniamo a «Trasferire denaro». Sposto 70 €'],
        ['aiuto', 'Consultare il saldo'],
        ['sì', 'Fatto, 70 €.'],
      ],
    ],
  ])('%s: confirms, is corrected, is interrupted, comes back and helps', (language, talk) =>
    inLanguage(language, talk),
  );

  test.each<[string, Talk]>([
    [
      'en',
      [
        ['book a visit', 'Which day?'],
        ['yesterday', 'That is past.'],
        ['tomorrow', 'What time?'],
        ['at 5 pm', 'How many'],
        ['skip', '5:00'],
        ['no', 'Which day?'],
        ['cancel', 'cancelled'],
      ],
    ],
    [
      'es',
      [
        ['pedir una cita', '¿Qué día?'],
        ['ayer', 'Ya pasó.'],
        ['mañana', '¿A qué hora?'],
        ['a las 17', '¿Cuántos'],
        ['saltar', '17:00'],
        ['no', '¿Qué día?'],
        ['cancelar', 'cancelado'],
      ],
    ],
    [
      'de',
      [
        ['einen Termin buchen', 'Welcher Tag?'],
        ['gestern', 'Das ist vorbei.'],
        ['morgen', 'Um wie viel Uhr?'],
        ['um 17 Uhr', 'Wie viele'],
        ['überspringen', '17:00'],
        ['nein', 'Welcher Tag?'],
        ['abbrechen', 'abgebrochen'],
      ],
    ],
    [
      'fr',
      [
        ['prendre rendez-vous', 'Quel jour'],
        ['hier', "C'est passé."],
        ['demain', 'À quelle heure'],
        ['à 17 heures', 'Combien'],
        ['passer', '17:00'],
        ['non', 'Quel jour'],
        ['annuler', 'annulé'],
      ],
    ],
    [
      'pt',
      [
        ['marcar uma visita', 'Que dia?'],
        ['ontem', 'Já passou.'],
        ['amanhã', 'A que horas?'],
        ['às 17', 'Quantos'],
        ['pular', '17:00'],
        ['não', 'Que dia?'],
        ['cancelar', 'cancelado'],
      ],
    ],
    [
      'it',
      [
        ['prenotare una visita', 'Che giorno?'],
        ['ieri', 'È passato.'],
        ['domani', 'A che ora?'],
        ['alle 17', 'In quanti'],
        ['salta', '17:00'],
        ['no', 'Che giorno?'],
        ['annulla', 'annullato'],
      ],
    ],
  ])('%s: asks, refuses, skips, clears and is cancelled', (language, talk) => inLanguage(language, talk));
});
