import { expect, test } from 'vitest';
import { termsOf } from '../../../engine/faq/terms.ts';

test.each([
  ['en', 'What is the limit for transfers?', 'limits of a transfer'],
  ['es', '¿Cuál es el límite de las cuentas?', 'límites para una cuenta'],
  ['de', 'Was sind die Gebühren für eine Kreditkarte?', 'Gebühr der Kreditkarten'],
  ['fr', 'Quels sont les frais de la carte ?', 'frais pour les cartes'],
  ['pt', 'Quais são as taxas do cartão?', 'taxa para um cartão'],
  ['it', 'Quali sono i costi dei bonifici?', 'costo per il bonifico'],
])('in %s, “%s” is searched for by the terms of “%s”', (language, question, title) => {
  expect(termsOf(question, language)).toEqual(termsOf(title, language));
  expect(termsOf(question, language)).toHaveLength(2);
});
