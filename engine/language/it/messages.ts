import type { Messages } from '../messages.ts';

export const messages: Messages = {
  cancelled: "D'accordo, annullato.",
  nothing_to_cancel: "Non c'è niente da annullare.",
  clarify: 'Scusa, era un sì o un no?',
  not_understood: 'Scusa, non ho capito.',
  too_many_retries: 'Scusa, ancora non capisco. Ricominciamo.',
  ambiguous: 'Intendevi «{{first}}» o «{{second}}»?',
  help: 'Posso aiutarti con questo: {{competencies | list}}.',
  nothing_to_repeat: "Non c'è ancora niente da ripetere.",
  outcome_unknown:
    'Non so ancora se è stato fatto. Non chiederlo di nuovo: scrivimi qualsiasi cosa e verifico.',
  resumed: 'Torniamo a «{{competency}}».',
  restarted: "Va bene, dall'inizio.",
  change_what: 'Che cosa vuoi cambiare?',
  needed: 'Mi serve per continuare.',
  unknown_value: 'Qui non conosco «{{raw}}». Puoi scegliere tra: {{values | list}}.',
  values: 'Puoi scegliere tra: {{values | list}}.',
  later: 'Dopo passiamo a questo: {{later | list}}.',
  next_wish: 'Ora «{{competency}}».',
  wait: 'Fai con calma.',
  greet: 'Ciao! Come posso aiutarti?',
  thank: 'Prego.',
  goodbye: 'Arrivederci.',
  hand_off: 'Qui non posso passarti una persona.',
  robot: 'Sono un assistente automatico.',
  abuse: 'Mi dispiace che non stia andando bene.',
};
