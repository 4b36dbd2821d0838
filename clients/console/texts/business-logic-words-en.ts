import type { BusinessLogicWords } from './business-logic-words.ts';

export const englishBusinessLogic: BusinessLogicWords = {
  about:
    'The servers that assistants ask and tell what to do. Assistants write a name, such as env:BLS_URL; here is what ' +
    'the name stands for. A server gets what end users say.',
  empty: 'No server is set. Until one is, assistants that write its name cannot be published from drafts.',
  name: 'Name',
  nameHint: 'As assistants write it after env:',
  application: 'Application',
  applicationHint: 'Only in this application, for example prod:bank. Empty: in all.',
  everywhere: 'all',
  url: 'Address',
  urlHint: 'A public https address.',
  noUrl: 'none',
  secrets: 'Secrets that sign (SHA-256)',
  noSecrets: 'none',
  change: 'Change business logic',
  action: 'Change',
  actions: {
    set_url: 'Set the address',
    rotate_secret: 'Make a new secret',
    retire_secret: 'End the earlier secret',
    remove: 'Remove the name',
  },
  hints: {
    set_url: 'From the next query on, this server gets what end users say, also in conversations under way.',
    rotate_secret: 'If there is a secret already, both sign until the earlier one is ended.',
    retire_secret: 'Do it once the server knows the new secret.',
    remove: 'From the next query on, assistants that need the name have no business logic.',
  },
  whyPassword:
    'A change decides who gets what end users say, so it takes your password again. It is sent only to this service, ' +
    'and not kept.',
  send: 'Make this change',
  done: {
    set_url: (name) => `${name} has this address from the next query on.`,
    retire_secret: (name) => `The earlier secret of ${name} no longer signs.`,
    remove: (name) => `${name} was removed.`,
  },
  shownOnce: (name) => `The new secret of ${name}. It is shown only now: give it to your server.`,
};
