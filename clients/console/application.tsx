import type { JSX } from 'preact';
import type { InsightsByDay } from '../typescript/index.ts';
import { useTexts } from './language.ts';
import { type Route, writeRoute } from './routes.ts';

/** The prefix of applications with made-up conversations. */
const MADE_UP = 'made-up:';

export const isMadeUp = (application: string | null): boolean => application?.startsWith(MADE_UP) === true;

/** The application of a conversation, with a label for made-up ones. */
export function Application({ name }: { name: string | null }): JSX.Element {
  const texts = useTexts();
  if (name === null) return <>–</>;
  return (
    <>
      {name}
      {isMadeUp(name) && <span class="soft"> ({texts.madeUp})</span>}
    </>
  );
}

/**
 * Says that the figures are made up; or names the made-up sessions that they exclude, with a link for each
 * application.
 */
export function MadeUpNote({
  sessions,
  filter,
}: {
  sessions: InsightsByDay['made_up'];
  filter: Route['filter'];
}): JSX.Element | null {
  const { overview: words } = useTexts();
  const { application = '' } = filter;
  if (isMadeUp(application)) return <p class="soft">{words.madeUpShown}</p>;
  if (application !== '' || sessions.length === 0) return null;
  const links = sessions.map(({ application, sessions: count }, index) => (
    <span key={application}>
      {index > 0 && ', '}
      <a href={writeRoute({ page: 'overview', filter: { ...filter, application } })}>{application}</a> (
      {count})
    </span>
  ));
  return (
    <p class="soft">
      {words.madeUpLeftOut} {links}
    </p>
  );
}
