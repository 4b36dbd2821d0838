import type { Language } from '../shared/page/language.ts';

/** All texts of the page in one language. Parameters are plain text, not HTML. */
export interface Texts {
  title: (client: string) => string;
  consentTitle: (client: string) => string;
  /** The title of the error page for an invalid link. */
  deadLink: string;
  institution: (name: string) => string;
  signedIn: (username: string, institution: string) => string;
  asks: (client: string) => string;
  signInAndAllow: string;
  allow: string;
  refuse: string;
  otherAccount: string;
  leadsTo: (address: string) => string;
  account: string;
  errors: {
    unknown_client: string;
    unknown_redirect: string;
    malformed: string;
  };
}

const english: Texts = {
  title: (client) => `Sign in to ${client}`,
  consentTitle: (client) => `Allow ${client}?`,
  deadLink: 'This link does not work',
  institution: (name) => `with your ${name} account`,
  signedIn: (username, institution) => `You are signed in as ${username} (${institution}).`,
  asks: (client) => `${client} wants to do the following for you:`,
  signInAndAllow: 'Sign in and allow',
  allow: 'Allow',
  refuse: 'Refuse',
  otherAccount: 'Use another account',
  leadsTo: (address) => `You will then return to ${address}.`,
  account: 'Your sessions and what you have allowed',
  errors: {
    unknown_client:
      'We do not know the application that sent you here. Nothing was shared. Please tell whoever runs it.',
    unknown_redirect:
      'The application that sent you here wants to send you to an address that it has not registered. ' +
      'Nothing was shared. Please tell whoever runs it.',
    malformed:
      'We could not read what the application sent. Nothing was shared. Please go back and try again.',
  },
};

const spanish: Texts = {
  title: (client) => `Iniciar sesión en ${client}`,
  consentTitle: (client) => `¿Permitir a ${client}?`,
  deadLink: 'Este enlace no funciona',
  institution: (name) => `con su cuenta de ${name}`,
  signedIn: (username, institution) => `Ha iniciado sesión como ${username} (${institution}).`,
  asks: (client) => `${client} pide permiso para hacer esto por usted:`,
  signInAndAllow: 'Iniciar sesión y permitir',
  allow: 'Permitir',
  refuse: 'Rechazar',
  otherAccount: 'Usar otra cuenta',
  leadsTo: (address) => `Después volverá a ${address}.`,
  account: 'Dónde tiene la sesión iniciada y qué ha permitido',
  errors: {
    unknown_client:
      'No se conoce la aplicación que le envió aquí. Vuelva a ella y avise a quien la administra; ' +
      'no se ha compartido nada.',
    unknown_redirect:
      'La aplicación que le envió aquí pidió llevarle a una dirección que no tiene registrada. ' +
      'Vuelva a ella y avise a quien la administra; no se ha compartido nada.',
    malformed:
      'No se puede leer lo que envió la aplicación. Vuelva a ella e inténtelo de nuevo; no se ha compartido nada.',
  },
};

export const TEXTS: Readonly<Record<Language, Texts>> = { en: english, es: spanish };
