import type { Messages } from '../messages.ts';

export const messages: Messages = {
  cancelled: 'Oké, geannuleerd.',
  nothing_to_cancel: 'Er is niets om te annuleren.',
  clarify: 'Sorry, was dat een ja of een nee?',
  not_understood: 'Sorry, dat heb ik niet begrepen.',
  too_many_retries: 'Sorry, ik begrijp het nog steeds niet. Laten we opnieuw beginnen.',
  ambiguous: 'Bedoelt u ‘{{first}}’ of ‘{{second}}’?',
  help: 'Hiermee kan ik u helpen: {{competencies | list}}.',
  nothing_to_repeat: 'Er is nog niets om te herhalen.',
  outcome_unknown:
    'Ik weet nog niet of dat gedaan is. Vraag het niet opnieuw aan: stuur me een bericht en ik zoek het uit.',
  resumed: 'Terug naar ‘{{competency}}’.',
  restarted: 'Goed, van voren af aan.',
  change_what: 'Wat wilt u wijzigen?',
  needed: 'Dat moet ik weten om verder te gaan.',
  unknown_value: '‘{{raw}}’ ken ik hier niet. U kunt kiezen uit: {{values | list}}.',
  values: 'U kunt kiezen uit: {{values | list}}.',
  later: 'Daarna kom ik hierop terug: {{later | list}}.',
  next_wish: 'Nu over naar ‘{{competency}}’.',
  wait: 'Neem rustig de tijd.',
  greet: 'Hallo! Waarmee kan ik u helpen?',
  thank: 'Graag gedaan.',
  goodbye: 'Tot ziens.',
  hand_off: 'Ik kan u hier niet doorverbinden met een medewerker.',
  robot: 'Ik ben een geautomatiseerde assistent.',
  abuse: 'Het spijt me dat het niet goed gaat.',
};
