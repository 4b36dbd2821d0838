import type { Messages } from '../messages.ts';

export const messages: Messages = {
  cancelled: 'Okay, cancelled.',
  nothing_to_cancel: 'There is nothing to cancel.',
  clarify: 'Sorry, was that a yes or a no?',
  not_understood: "Sorry, I didn't understand that.",
  too_many_retries: "Sorry, I still don't understand. Let's start again.",
  ambiguous: 'Did you mean "{{first}}" or "{{second}}"?',
  help: 'I can help with this: {{competencies | list}}.',
  nothing_to_repeat: 'There is nothing to repeat yet.',
  outcome_unknown:
    "I don't know yet whether that was done. Please don't ask for it anew: say anything and I will find out.",
  resumed: 'Back to “{{competency}}”.',
  restarted: 'All right, from the beginning.',
  change_what: 'What would you like to change?',
  needed: 'I need that to go on.',
  unknown_value: "I don't know “{{raw}}” here. You can choose from: {{values | list}}.",
  values: 'You can choose from: {{values | list}}.',
  later: 'After that I will come to this: {{later | list}}.',
  next_wish: 'Now to “{{competency}}”.',
  wait: 'Take your time.',
  greet: 'Hello! How can I help you?',
  thank: 'You are welcome.',
  goodbye: 'Goodbye.',
  hand_off: 'I cannot connect you with a person here.',
  robot: 'I am an automated assistant.',
  abuse: 'I am sorry that this is not going well.',
};
