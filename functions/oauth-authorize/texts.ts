import { SCOPES, type Scope } from '../shared/domain/scopes.ts';
import type { Language } from '../shared/page/language.ts';

/** Every word of the page in one language; what is handed in is text, not HTML. */
export interface Texts {
  title: (client: string) => string;
  /** The title of a page that cannot go on because of its address, or of the service. */
  deadLink: string;
  failed: string;
  institution: (name: string) => string;
  asks: (client: string) => string;
  scopes: Readonly<Record<Scope, string>>;
  username: string;
  password: string;
  allow: string;
  refuse: string;
  leadsTo: (address: string) => string;
  errorTitle: string;
  errors: {
    wrong: string;
    incomplete: string;
    throttled: (seconds: number) => string;
    stale: string;
    unknown_client: string;
    unknown_redirect: string;
    malformed: string;
    failed: (requestId: string) => string;
  };
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const english: Texts = {
  title: (client) => `Sign in to ${client}`,
  deadLink: 'This link does not work',
  failed: 'Something went wrong',
  institution: (name) => `with your ${name} account`,
  asks: (client) => `${client} asks to do this for you:`,
  scopes: {
    ai_model_read: capitalize(SCOPES.ai_model_read),
    account_read: capitalize(SCOPES.account_read),
    account_write: capitalize(SCOPES.account_write),
    query: capitalize(SCOPES.query),
    app_read: capitalize(SCOPES.app_read),
    app_write: capitalize(SCOPES.app_write),
  },
  username: 'User name',
  password: 'Password',
  allow: 'Sign in and allow',
  refuse: 'Refuse',
  leadsTo: (address) => `Afterwards you go back to ${address}.`,
  errorTitle: 'Error',
  errors: {
    wrong: 'The user name or the password is wrong.',
    incomplete: 'Enter your user name and your password.',
    throttled: (seconds) =>
      `Too many attempts failed. Try again in ${duration(seconds, 'second', 'minute')}.`,
    stale: 'The page was open for too long, or your browser keeps no cookies. Sign in again.',
    unknown_client:
      'The application that sent you here is not known. Go back to it and tell whoever runs it; nothing was shared.',
    unknown_redirect:
      'The application that sent you here asked to send you on to an address that it has not registered. ' +
      'Go back to it and tell whoever runs it; nothing was shared.',
    malformed: 'What the application sent cannot be read. Go back to it and try again; nothing was shared.',
    failed: (requestId) =>
      'The fault is ours, and nothing was shared. Try again later; if it goes on, give this number to whoever runs ' +
      `the application: ${requestId}`,
  },
};

const spanish: Texts = {
  title: (client) => `Iniciar sesión en ${client}`,
  deadLink: 'Este enlace no funciona',
  failed: 'Algo ha ido mal',
  institution: (name) => `con su cuenta de ${name}`,
  asks: (client) => `${client} pide permiso para hacer esto por usted:`,
  scopes: {
    ai_model_read: 'Ver cómo el modelo de IA llegó a una respuesta',
    account_read: 'Leer los datos de la cuenta',
    account_write: 'Cambiar los datos de la cuenta',
    query: 'Hacer preguntas',
    app_read: 'Ver la lista de claves de aplicación',
    app_write: 'Crear, cambiar y borrar claves de aplicación',
  },
  username: 'Usuario',
  password: 'Contraseña',
  allow: 'Iniciar sesión y permitir',
  refuse: 'Rechazar',
  leadsTo: (address) => `Después volverá a ${address}.`,
  errorTitle: 'Error',
  errors: {
    wrong: 'El usuario o la contraseña no son correctos.',
    incomplete: 'Escriba su usuario y su contraseña.',
    throttled: (seconds) =>
      `Demasiados intentos fallidos. Vuelva a intentarlo en ${duration(seconds, 'segundo', 'minuto')}.`,
    stale:
      'La página estuvo abierta demasiado tiempo o su navegador no guarda cookies. Inicie sesión de nuevo.',
    unknown_client:
      'No se conoce la aplicación que le envió aquí. Vuelva a ella y avise a quien la administra; ' +
      'no se ha compartido nada.',
    unknown_redirect:
      'La aplicación que le envió aquí pidió llevarle a una dirección que no tiene registrada. ' +
      'Vuelva a ella y avise a quien la administra; no se ha compartido nada.',
    malformed:
      'No se puede leer lo que envió la aplicación. Vuelva a ella e inténtelo de nuevo; no se ha compartido nada.',
    failed: (requestId) =>
      'El fallo es nuestro y no se ha compartido nada. Vuelva a intentarlo más tarde; si continúa, dé este número a ' +
      `quien administra la aplicación: ${requestId}`,
  },
};

export const TEXTS: Readonly<Record<Language, Texts>> = { en: english, es: spanish };

/** Both languages make the plural with an s. */
function duration(seconds: number, second: string, minute: string): string {
  const [count, unit] = seconds < 60 ? [seconds, second] : [Math.ceil(seconds / 60), minute];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
