/**
 * The environment (`env_name` of an application) of conversations that nobody had: `parley demo traffic` plays them.
 * Every session, turn and counter names its application, so made-up ones never pass for real.
 */
const MADE_UP = 'made-up';

/** The application that made-up conversations with another one have: `made-up:bank` for `demo:bank`. */
export const madeUpApplication = (application: string): string =>
  `${MADE_UP}:${application.slice(application.indexOf(':') + 1)}`;

export const isMadeUp = (application: string | undefined): boolean =>
  application?.startsWith(`${MADE_UP}:`) === true;
