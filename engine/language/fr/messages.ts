import type { Messages } from '../messages.ts';

export const messages: Messages = {
  cancelled: "D'accord, c'est annulé.",
  nothing_to_cancel: "Il n'y a rien à annuler.",
  clarify: 'Pardon, est-ce un oui ou un non ?',
  not_understood: "Pardon, je n'ai pas compris.",
  too_many_retries: 'Pardon, je ne comprends toujours pas. Recommençons.',
  ambiguous: 'Vouliez-vous dire « {{first}} » ou « {{second}} » ?',
  help: 'Je peux vous aider pour ceci : {{competencies | list}}.',
  nothing_to_repeat: "Il n'y a encore rien à répéter.",
  outcome_unknown:
    "Je ne sais pas encore si cela a été fait. Ne le redemandez pas : écrivez-moi n'importe quoi et je vérifierai.",
  resumed: 'Revenons à « {{competency}} ».',
  restarted: "D'accord, depuis le début.",
  change_what: 'Que voulez-vous changer ?',
  needed: "J'en ai besoin pour continuer.",
  unknown_value: 'Je ne connais pas « {{raw}} » ici. Vous avez le choix entre : {{values | list}}.',
  values: 'Vous avez le choix entre : {{values | list}}.',
  later: 'Ensuite, nous verrons ceci : {{later | list}}.',
  next_wish: 'Passons à « {{competency}} ».',
  wait: 'Prenez votre temps.',
  greet: 'Bonjour ! Comment puis-je vous aider ?',
  thank: 'Je vous en prie.',
  goodbye: 'Au revoir.',
  hand_off: "Je ne peux pas vous passer quelqu'un ici.",
  robot: 'Je suis un assistant automatique.',
  abuse: 'Je suis désolé que cela se passe mal.',
};
