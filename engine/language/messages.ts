import type { MessageName } from '../assistant.ts';

/**
 * The texts that every assistant has, by language. `ambiguous` names the two competencies as `{{first}}` and
 * `{{second}}`. An author's `messages` win.
 */
export const BUILT_IN_MESSAGES: Readonly<Record<string, Readonly<Record<MessageName, string>>>> = {
  en: {
    cancelled: 'Okay, cancelled.',
    nothing_to_cancel: 'There is nothing to cancel.',
    clarify: 'Sorry, was that a yes or a no?',
    not_understood: "Sorry, I didn't understand that.",
    too_many_retries: "Sorry, I still don't understand. Let's start again.",
    ambiguous: 'Did you mean "{{first}}" or "{{second}}"?',
    help: 'I can help with this: {{competencies | list}}.',
    nothing_to_repeat: 'There is nothing to repeat yet.',
    resumed: 'Back to “{{competency}}”.',
  },
  es: {
    cancelled: 'De acuerdo, cancelado.',
    nothing_to_cancel: 'No hay nada que cancelar.',
    clarify: 'Perdona, ¿eso es un sí o un no?',
    not_understood: 'Perdona, no te he entendido.',
    too_many_retries: 'Perdona, sigo sin entenderte. Empecemos de nuevo.',
    ambiguous: '¿Quieres decir «{{first}}» o «{{second}}»?',
    help: 'Puedo ayudarte con esto: {{competencies | list}}.',
    nothing_to_repeat: 'Todavía no hay nada que repetir.',
    resumed: 'Volvamos a «{{competency}}».',
  },
  de: {
    cancelled: 'In Ordnung, abgebrochen.',
    nothing_to_cancel: 'Es gibt nichts abzubrechen.',
    clarify: 'Entschuldigung, war das ein Ja oder ein Nein?',
    not_understood: 'Entschuldigung, das habe ich nicht verstanden.',
    too_many_retries: 'Entschuldigung, ich verstehe es noch immer nicht. Fangen wir noch einmal an.',
    ambiguous: 'Meinten Sie „{{first}}“ oder „{{second}}“?',
    help: 'Dabei kann ich helfen: {{competencies | list}}.',
    nothing_to_repeat: 'Es gibt noch nichts zu wiederholen.',
    resumed: 'Zurück zu „{{competency}}“.',
  },
  fr: {
    cancelled: "D'accord, c'est annulé.",
    nothing_to_cancel: "Il n'y a rien à annuler.",
    clarify: 'Pardon, est-ce un oui ou un non ?',
    not_understood: "Pardon, je n'ai pas compris.",
    too_many_retries: 'Pardon, je ne comprends toujours pas. Recommençons.',
    ambiguous: 'Vouliez-vous dire « {{first}} » ou « {{second}} » ?',
    help: 'Je peux vous aider pour ceci : {{competencies | list}}.',
    nothing_to_repeat: "Il n'y a encore rien à répéter.",
    resumed: 'Revenons à « {{competency}} ».',
  },
  pt: {
    cancelled: 'Certo, cancelado.',
    nothing_to_cancel: 'Não há nada para cancelar.',
    clarify: 'Desculpe, isso foi um sim ou um não?',
    not_understood: 'Desculpe, não entendi.',
    too_many_retries: 'Desculpe, ainda não entendi. Vamos recomeçar.',
    ambiguous: 'Você quis dizer “{{first}}” ou “{{second}}”?',
    help: 'Posso ajudar com isto: {{competencies | list}}.',
    nothing_to_repeat: 'Ainda não há nada para repetir.',
    resumed: 'Voltemos a “{{competency}}”.',
  },
  it: {
    cancelled: "D'accordo, annullato.",
    nothing_to_cancel: "Non c'è niente da annullare.",
    clarify: 'Scusa, era un sì o un no?',
    not_understood: 'Scusa, non ho capito.',
    too_many_retries: 'Scusa, ancora non capisco. Ricominciamo.',
    ambiguous: 'Intendevi «{{first}}» o «{{second}}»?',
    help: 'Posso aiutarti con questo: {{competencies | list}}.',
    nothing_to_repeat: "Non c'è ancora niente da ripetere.",
    resumed: 'Torniamo a «{{competency}}».',
  },
};
