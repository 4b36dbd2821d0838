import type { Language } from '../shared/page/language.ts';

/** All texts of the page in one language. Parameters are plain text, not HTML. */
export interface Texts {
  signInTitle: string;
  signInHint: string;
  institution: string;
  institutionHint: string;
  signIn: string;
  title: string;
  owner: (username: string, institution: string) => string;
  sessions: string;
  sessionsHint: string;
  unknownBrowser: string;
  thisBrowser: string;
  since: string;
  lastUsed: string;
  kept: string;
  signOut: string;
  signOutAll: string;
  consents: string;
  noConsents: string;
  allowedSince: string;
  withdraw: string;
  withdrawHint: string;
  withdrawing: string;
  done: { signed_out: string; withdrawn: string };
  errors: { malformed: string; nothing_allowed: string };
  /** Formats a time in UTC. */
  time: (at: number) => string;
}

const times = (locale: string) => {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return (at: number): string => `${format.format(at)} UTC`;
};

const english: Texts = {
  signInTitle: 'Your sign-ins',
  signInHint: 'Sign in to see your sessions and what you have allowed applications to do.',
  institution: 'Institution',
  institutionHint:
    'The name you were given. You can leave this empty if your user name exists at one institution only.',
  signIn: 'Sign in',
  title: 'Your sign-ins',
  owner: (username, institution) => `${username} (${institution})`,
  sessions: 'Where you are signed in',
  sessionsHint: 'Signing out does not stop applications that you have allowed. Withdraw those below.',
  unknownBrowser: 'Unknown browser',
  thisBrowser: 'this browser',
  since: 'Signed in:',
  lastUsed: 'Last used:',
  kept: 'Stays signed in on this device.',
  signOut: 'Sign out',
  signOutAll: 'Sign out everywhere',
  consents: 'What you have allowed',
  noConsents: 'You have not allowed any application anything.',
  allowedSince: 'Since:',
  withdraw: 'Withdraw',
  withdrawHint: 'Withdrawing takes effect at once. The application then has to ask you again.',
  withdrawing: 'Not fully withdrawn yet. Please withdraw it once more.',
  done: {
    signed_out: 'Signed out.',
    withdrawn: 'Withdrawn. The application can no longer act for you.',
  },
  errors: {
    malformed: 'We could not read what your browser sent. Nothing was changed. Please open this page again.',
    nothing_allowed: 'Your account has no permissions at present. Please ask the person who gave it to you.',
  },
  time: times('en'),
};

const spanish: Texts = {
  signInTitle: 'Sus sesiones',
  signInHint: 'Inicie sesión para ver dónde la tiene iniciada y qué ha permitido a cada aplicación.',
  institution: 'Institución',
  institutionHint: 'Como se la dieron. Si solo una tiene su usuario, déjelo vacío.',
  signIn: 'Iniciar sesión',
  title: 'Sus sesiones',
  owner: (username, institution) => `${username} (${institution})`,
  sessions: 'Dónde tiene la sesión iniciada',
  sessionsHint: 'Cerrar la sesión aquí no detiene las aplicaciones a las que ha permitido algo.',
  unknownBrowser: 'Un navegador que no dice cuál es',
  thisBrowser: 'este navegador',
  since: 'Inicio de sesión:',
  lastUsed: 'Último uso:',
  kept: 'La sesión se mantiene en este dispositivo.',
  signOut: 'Cerrar sesión',
  signOutAll: 'Cerrar todas las sesiones',
  consents: 'Qué ha permitido',
  noConsents: 'No ha permitido nada a ninguna aplicación.',
  allowedSince: 'Desde:',
  withdraw: 'Retirar',
  withdrawHint: 'Lo que retira termina en el acto; la aplicación tendrá que volver a preguntarle.',
  withdrawing: 'Se está retirando; envíelo otra vez.',
  done: {
    signed_out: 'Sesión cerrada.',
    withdrawn: 'Retirado: la aplicación ya no puede hacer nada por usted.',
  },
  errors: {
    malformed:
      'No se puede leer lo que envió su navegador. Abra de nuevo esta página; no se ha cambiado nada.',
    nothing_allowed: 'Su cuenta no puede hacer nada por ahora. Pregunte a quien se la dio.',
  },
  time: times('es'),
};

export const TEXTS: Readonly<Record<Language, Texts>> = { en: english, es: spanish };
