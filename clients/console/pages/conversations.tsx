import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ConversationFilter, SearchFilter } from '../../typescript/index.ts';
import { Application } from '../application.tsx';
import { applicationsOf, ChoiceField, Table, TextField, useVersions, versionChoices } from '../fields.tsx';
import { dayOf, firstOf, number } from '../format.ts';
import { directionOf, useLanguage, useTexts } from '../language.ts';
import { More, Show, useAccess, usePaged } from '../loaded.tsx';
import { Moment } from '../moment.tsx';
import { type Route, writeRoute } from '../routes.ts';
import { Conversation } from './conversation.tsx';

/** The conversation log: the sessions that match a filter, or a single session. */
export function Conversations({ route: { id, filter } }: { route: Route }): JSX.Element {
  return id === undefined ? <List filter={filter} /> : <Conversation sessionId={id} turnId={filter.turn} />;
}

const DEFAULT_DAYS = 7;

function List({ filter }: { filter: Route['filter'] }): JSX.Element {
  const texts = useTexts();
  const from = filter.from || firstOf(DEFAULT_DAYS, Date.now());
  const to = filter.to || dayOf(Date.now());
  return (
    <>
      <h1 tabIndex={-1}>{texts.pages.conversations}</h1>
      <Filters key={JSON.stringify(filter)} filter={{ ...filter, from, to }} />
      {filter.text ? (
        <Found key={JSON.stringify([filter, from, to])} filter={{ ...filter, text: filter.text, from, to }} />
      ) : (
        <Sessions key={JSON.stringify([filter, from, to])} filter={{ ...filter, from, to }} />
      )}
    </>
  );
}

/** The filters. They apply when the form is submitted, and become part of the address. */
function Filters({ filter }: { filter: Route['filter'] }): JSX.Element {
  const texts = useTexts();
  const [typed, setTyped] = useState(filter);
  const versions = useVersions();
  const known = versionChoices(versions.state === 'failed' ? [] : (versions.value?.versions ?? []));
  const field = (name: string) => ({
    value: typed[name] ?? '',
    onInput: (value: string) => setTyped({ ...typed, [name]: value }),
  });
  const send = (event: Event) => {
    event.preventDefault();
    location.hash = writeRoute({ page: 'conversations', filter: typed });
  };
  return (
    <form class="filters" aria-label={texts.filters} onSubmit={send}>
      <TextField label={texts.conversations.text} hint={texts.conversations.textHint} {...field('text')} />
      <TextField label={texts.conversations.from} type="date" max={dayOf(Date.now())} {...field('from')} />
      <TextField label={texts.conversations.to} type="date" max={dayOf(Date.now())} {...field('to')} />
      <ChoiceField
        label={texts.outcome}
        choices={[['', texts.conversations.any], ...Object.entries(texts.sessionOutcomes)]}
        {...field('outcome')}
      />
      <TextField label={texts.competency} {...field('competency')} />
      <TextField label={texts.application} known={applicationsOf(versions)} {...field('application')} />
      {known.length > 0 && (
        <ChoiceField
          label={texts.version}
          choices={[['', texts.allVersions], ...known]}
          {...field('ai_version')}
        />
      )}
      <button type="submit">{texts.conversations.show}</button>
    </form>
  );
}

function Sessions({ filter }: { filter: Route['filter'] }): JSX.Element {
  const texts = useTexts();
  const language = useLanguage();
  const { parley } = useAccess();
  const { loaded, more } = usePaged(async (cursor, signal) => {
    // The service reports invalid filters.
    const asked = { ...filter, ...(cursor && { cursor }) } as ConversationFilter;
    const { conversations, next_cursor } = await parley.listConversations(asked, { signal });
    return { items: conversations, next: next_cursor };
  });
  const { conversations: words } = texts;
  return (
    <Show loaded={loaded}>
      {({ items }) => (
        <>
          {items.length === 0 ? (
            <p class="empty">{words.empty}</p>
          ) : (
            <Table
              caption={texts.pages.conversations}
              head={[
                words.began,
                texts.outcome,
                texts.application,
                words.turns,
                words.unhandled,
                words.competencies,
                words.language,
              ]}
            >
              {items.map((session) => (
                <tr key={session.session_id}>
                  <th scope="row">
                    <a href={writeRoute({ page: 'conversations', id: session.session_id })}>
                      <Moment at={session.began_at} />
                    </a>
                  </th>
                  <td>
                    <span class={`outcome ${session.outcome}`}>{texts.sessionOutcomes[session.outcome]}</span>
                    {session.open && <span class="soft"> {words.open}</span>}
                  </td>
                  <td>
                    <Application name={session.application} />
                  </td>
                  <td>{number(language, session.turns)}</td>
                  <td>{number(language, session.unhandled)}</td>
                  <td>{session.competencies.join(', ')}</td>
                  <td>{session.language}</td>
                </tr>
              ))}
            </Table>
          )}
          <More onMore={more} />
        </>
      )}
    </Show>
  );
}

/** The turns that contain a text, each a link to its conversation. */
function Found({ filter }: { filter: Route['filter'] & { text: string } }): JSX.Element {
  const texts = useTexts();
  const { parley } = useAccess();
  const [searched, setSearched] = useState(0);
  const { loaded, more } = usePaged(async (cursor, signal) => {
    // The service reports invalid filters.
    const asked = { ...filter, ...(cursor && { cursor }) } as SearchFilter;
    const page = await parley.searchConversations(asked, { signal });
    setSearched((before) => before + page.searched);
    return { items: page.found, next: page.next_cursor };
  });
  const { conversations: words } = texts;
  return (
    <Show loaded={loaded}>
      {({ items }) => (
        <>
          <p role="status">
            {words.searched(searched)} {items.length === 0 && words.nothingFound}
          </p>
          {items.length > 0 && (
            <Table caption={words.text} head={[words.began, words.said, texts.outcome, texts.application]}>
              {items.map(({ session_id: id, qid, at, said_by, excerpt, outcome, language, application }) => (
                <tr key={`${qid} ${said_by}`}>
                  <th scope="row">
                    <a href={writeRoute({ page: 'conversations', id, filter: { turn: qid } })}>
                      <Moment at={at} />
                    </a>
                  </th>
                  <td>
                    <span class="soft">{said_by === 'user' ? words.user : words.assistant}</span>{' '}
                    <q lang={language} dir={directionOf(language)}>
                      {excerpt}
                    </q>
                  </td>
                  <td>
                    <span class={`outcome ${outcome}`}>{texts.turnOutcomes[outcome]}</span>
                  </td>
                  <td>
                    <Application name={application} />
                  </td>
                </tr>
              ))}
            </Table>
          )}
          {more !== undefined && (
            <button type="button" class="second" onClick={more}>
              {words.further}
            </button>
          )}
        </>
      )}
    </Show>
  );
}
