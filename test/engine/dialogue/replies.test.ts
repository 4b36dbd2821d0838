import { describe, expect, it } from 'vitest';
import { readReply } from '../../../engine/dialogue/replies.ts';
import { wordsOf } from '../../../engine/text/words.ts';

const reply = (text: string, language: string) => readReply(wordsOf(text), language);

describe('a reply', () => {
  it.each([
    ['en', 'yes'],
    ['en', 'Yes please!'],
    ['en', 'yeah, sure'],
    ['en', "that's right"],
    ['en', 'ok go ahead'],
    ['en', 'yes, that would be great, thank you'],
    ['en', 'yes, cancel it'],
    ['en', 'wait, yes'],
    ['en', 'but of course'],
    ['es', 'sí'],
    ['es', 'Sí, claro'],
    ['es', 'por supuesto, gracias'],
    ['de', 'Ja, bitte'],
    ['de', 'natürlich'],
    ['fr', 'oui, bien sûr'],
    ['fr', "d'accord"],
    ['pt', 'sim, por favor'],
    ['it', 'sì, va bene'],
  ])('in %s: %j is a yes', (language, text) => {
    expect(reply(text, language)).toBe('yes');
  });

  it.each([
    ['en', 'no'],
    ['en', 'No, thanks.'],
    ['en', 'ok no'],
    ['en', "please don't"],
    ['en', 'not now'],
    ['en', "no, I don't think so"],
    ['es', 'no, gracias'],
    ['es', 'claro que no'],
    ['de', 'nein danke'],
    ['fr', 'non merci'],
    ['pt', 'não, obrigado'],
    ['it', 'no grazie'],
  ])('in %s: %j is a no', (language, text) => {
    expect(reply(text, language)).toBe('no');
  });

  it.each([
    ['en', 'cancel'],
    ['en', 'never mind'],
    ['en', 'oh forget it please'],
    ['en', 'no, never mind'],
    ['es', 'cancelar'],
    ['es', 'olvídalo'],
    ['de', 'vergiss es'],
    ['fr', 'laisse tomber'],
    ['pt', 'deixa pra lá'],
    ['it', 'lascia perdere'],
  ])('in %s: %j is a cancel', (language, text) => {
    expect(reply(text, language)).toBe('cancel');
  });

  it.each([
    ['en', 'no, 60 dollars'],
    ['en', 'no funds in my account?'],
    ['en', 'yes from savings'],
    ['en', 'yes and no'],
    ['en', 'yes, wait'],
    ['en', 'yes but please hold on'],
    ['es', 'sí, espera'],
    ['de', 'ja, aber'],
    ['fr', 'oui mais'],
    ['en', 'cancel my card'],
    ['en', 'stop the payment to the gym'],
    ['en', 'can you send it please'],
    ['en', 'please'],
    ['en', ''],
    ['en', '?!'],
    ['en', 'yes '.repeat(11)],
    ['es', 'no tengo fondos'],
    ['es', 'para la cuenta de ahorros'],
    ['es', 'cancela mi tarjeta'],
  ])('in %s: %j is none', (language, text) => {
    expect(reply(text, language)).toBeNull();
  });
});
