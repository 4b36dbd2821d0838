import { SCOPES, type Scope } from '../domain/credentials/scopes.ts';
import { PASSING_LIMITS } from '../domain/sign-in/browser-sessions.ts';
import type { Language } from './language.ts';

/** The texts that all pages share, in one language. Parameters are plain text, not HTML. */
export interface SharedTexts {
  scopes: Readonly<Record<Scope, string>>;
  username: string;
  password: string;
  keep: string;
  keepHint: string;
  errorTitle: string;
  /** The title of the page after a failure of the service. */
  failedTitle: string;
  errors: {
    wrong: string;
    incomplete: string;
    throttled: (seconds: number) => string;
    stale: string;
    unavailable: string;
    failed: (requestId: string) => string;
  };
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const idle = (word: string): string => duration(PASSING_LIMITS.idleSeconds, '', word);

const english: SharedTexts = {
  scopes: {
    ai_model_read: capitalize(SCOPES.ai_model_read),
    ai_model_write: capitalize(SCOPES.ai_model_write),
    account_read: capitalize(SCOPES.account_read),
    account_write: capitalize(SCOPES.account_write),
    query: capitalize(SCOPES.query),
    app_read: capitalize(SCOPES.app_read),
    app_write: capitalize(SCOPES.app_write),
    conversation_read: capitalize(SCOPES.conversation_read),
    conversation_write: capitalize(SCOPES.conversation_write),
    conversation_answer: capitalize(SCOPES.conversation_answer),
    webhook_write: capitalize(SCOPES.webhook_write),
    business_logic_write: capitalize(SCOPES.business_logic_write),
    version_write: capitalize(SCOPES.version_write),
    audit_read: capitalize(SCOPES.audit_read),
  },
  username: 'User name',
  password: 'Password',
  keep: 'Keep me signed in on this device',
  keepHint:
    'Only if nobody else uses it. Otherwise you will be signed out when you close the browser, ' +
    `or after ${idle('minute')} without use.`,
  errorTitle: 'Error',
  failedTitle: 'Something went wrong',
  errors: {
    wrong: 'The user name or password is wrong.',
    incomplete: 'Enter your user name and password.',
    throttled: (seconds) =>
      `Too many failed attempts. Try again in ${duration(seconds, 'second', 'minute')}.`,
    stale: 'The page was open for too long, or your browser does not accept cookies. Try again.',
    unavailable: 'The service is unavailable. Nothing was shared. Try again in a few seconds.',
    failed: (requestId) =>
      'Something failed on our side. Nothing was shared. Try again later. If it keeps failing, give this number to whoever runs ' +
      `the application: ${requestId}`,
  },
};

const spanish: SharedTexts = {
  scopes: {
    ai_model_read: 'Ver cómo el modelo de IA llegó a una respuesta',
    ai_model_write: 'Leer, comprobar y cambiar borradores de asistentes',
    account_read: 'Leer los datos de la cuenta',
    account_write: 'Cambiar los datos de la cuenta',
    query: 'Hacer preguntas',
    app_read: 'Ver la lista de claves de aplicación',
    app_write: 'Crear, cambiar y borrar claves de aplicación',
    conversation_read: 'Leer lo que se dijo y qué fue de ello',
    conversation_write: 'Decir lo buena que fue una respuesta',
    conversation_answer: 'Responder a usuarios cuyas conversaciones pasan a personas y enviarles mensajes',
    webhook_write: 'Enviar a otros servidores lo que se dice en las conversaciones que pasan a personas',
    business_logic_write: 'Decidir a qué servidor envían los asistentes lo que dicen los usuarios finales',
    version_write: 'Ver las versiones de la IA y ponerlas en uso',
    audit_read: 'Ver quién cambió qué',
  },
  username: 'Usuario',
  password: 'Contraseña',
  keep: 'Mantener la sesión iniciada en este dispositivo',
  keepHint:
    'Solo si nadie más lo usa. Si no, la sesión se cierra al cerrar el navegador ' +
    `o tras ${idle('minuto')} sin uso.`,
  errorTitle: 'Error',
  failedTitle: 'Algo ha ido mal',
  errors: {
    wrong: 'El usuario o la contraseña no son correctos.',
    incomplete: 'Escriba su usuario y su contraseña.',
    throttled: (seconds) =>
      `Demasiados intentos fallidos. Vuelva a intentarlo en ${duration(seconds, 'segundo', 'minuto')}.`,
    stale: 'La página estuvo abierta demasiado tiempo o su navegador no guarda cookies. Vuelva a intentarlo.',
    unavailable: 'Ahora no es posible; no se ha compartido nada. Vuelva a intentarlo en unos segundos.',
    failed: (requestId) =>
      'El fallo es nuestro y no se ha compartido nada. Vuelva a intentarlo más tarde; si continúa, dé este número a ' +
      `quien administra la aplicación: ${requestId}`,
  },
};

export const SHARED_TEXTS: Readonly<Record<Language, SharedTexts>> = { en: english, es: spanish };

/** Both languages form the plural with an s. */
function duration(seconds: number, second: string, minute: string): string {
  const [count, unit] = seconds < 60 ? [seconds, second] : [Math.ceil(seconds / 60), minute];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
