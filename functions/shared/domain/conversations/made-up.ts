/**
 * The environment (`env_name` of an application) of the made-up conversations that `parley demo traffic` plays. Every
 * session, turn and counter names its application, so made-up conversations are never mistaken for real ones.
 */
const MADE_UP = 'made-up';

/** The application of made-up conversations with a given application: `made-up:bank` for `demo:bank`. */
export const madeUpApplication = (application: string): string =>
  `${MADE_UP}:${application.slice(application.indexOf(':') + 1)}`;

export const isMadeUp = (application: string | undefined): boolean =>
  application?.startsWith(`${MADE_UP}:`) === true;
