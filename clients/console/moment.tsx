import type { JSX } from 'preact';
import { moment } from './format.ts';
import { useLanguage } from './language.ts';

/** A time as the API gives it, as people write it. */
export const Moment = ({ at }: { at: string }): JSX.Element => {
  const language = useLanguage();
  return <time dateTime={at}>{moment(language, at)}</time>;
};
