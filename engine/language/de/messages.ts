import type { Messages } from '../messages.ts';

export const messages: Messages = {
  cancelled: 'In Ordnung, abgebrochen.',
  nothing_to_cancel: 'Es gibt nichts abzubrechen.',
  clarify: 'Entschuldigung, war das ein Ja oder ein Nein?',
  not_understood: 'Entschuldigung, das habe ich nicht verstanden.',
  too_many_retries: 'Entschuldigung, ich verstehe es noch immer nicht. Fangen wir noch einmal an.',
  ambiguous: 'Meinten Sie „{{first}}“ oder „{{second}}“?',
  help: 'Dabei kann ich helfen: {{competencies | list}}.',
  nothing_to_repeat: 'Es gibt noch nichts zu wiederholen.',
  outcome_unknown:
    'Ich weiß noch nicht, ob das ausgeführt wurde. Bitte beauftragen Sie es nicht noch einmal: Schreiben Sie mir irgendetwas, dann frage ich nach.',
  resumed: 'Zurück zu „{{competency}}“.',
  restarted: 'Gut, von vorn.',
  change_what: 'Was möchten Sie ändern?',
  needed: 'Das muss ich wissen, um weiterzumachen.',
  unknown_value: '„{{raw}}“ kenne ich hier nicht. Zur Auswahl stehen: {{values | list}}.',
  values: 'Zur Auswahl stehen: {{values | list}}.',
  later: 'Danach geht es hiermit weiter: {{later | list}}.',
  next_wish: 'Nun zu „{{competency}}“.',
  wait: 'Lassen Sie sich Zeit.',
  greet: 'Guten Tag! Wie kann ich helfen?',
  thank: 'Gern geschehen.',
  goodbye: 'Auf Wiedersehen.',
  hand_off: 'Mit einem Menschen kann ich hier nicht verbinden.',
  robot: 'Ich bin ein automatischer Assistent.',
  abuse: 'Es tut mir leid, dass es nicht gut läuft.',
};
