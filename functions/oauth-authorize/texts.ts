import type { Language } from '../shared/page/language.ts';

/** Every word of the page in one language; what is handed in is text, not HTML. */
export interface Texts {
  title: (client: string) => string;
  consentTitle: (client: string) => string;
  /** The title of a page that cannot go on because of its address. */
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
  asks: (client) => `${client} asks to do this for you:`,
  signInAndAllow: 'Sign in and allow',
  allow: 'Allow',
  refuse: 'Refuse',
  otherAccount: 'Use another account',
  leadsTo: (address) => `Afterwards you go back to ${address}.`,
  account: 'Where you are signed in, and what you allowed',
  errors: {
    unknown_client:
      'The application that sent you here is not known. Go back to it and tell whoever runs it; nothing was shared.',
    unknown_redirect:
      'The application that sent you here asked to send you on to an address that it has not registered. ' +
      'Go back to it and tell whoever runs it; nothing was shared.',
    malformed: 'What the application sent cannot be read. Go back to it and try again; nothing was shared.',
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
