import type { JSX } from 'preact';
import type { ChangeList } from '../../typescript/index.ts';
import { Table } from '../fields.tsx';
import { shortId } from '../format.ts';
import { useTexts } from '../language.ts';
import { More, Show, useAccess, usePaged } from '../loaded.tsx';
import { Moment } from '../moment.tsx';
import { writeRoute } from '../routes.ts';

type Change = ChangeList['changes'][number];

/** Who changed what, latest first. */
export function Changes(): JSX.Element {
  const texts = useTexts();
  const { changes: words } = texts;
  const { parley } = useAccess();
  const { loaded, more } = usePaged(async (cursor, signal) => {
    const { changes, next_cursor } = await parley.listChanges({ ...(cursor && { cursor }) }, { signal });
    return { items: changes, next: next_cursor };
  });
  return (
    <>
      <h1 tabIndex={-1}>{texts.pages.changes}</h1>
      <p>{words.about}</p>
      <Show loaded={loaded}>
        {({ items }) => (
          <>
            {items.length === 0 ? (
              <p class="empty">{words.empty}</p>
            ) : (
              <Table
                asCards
                caption={texts.pages.changes}
                head={[words.at, words.who, words.what, words.details]}
              >
                {items.map((change) => (
                  <tr key={`${change.request_id} ${change.action}`}>
                    <th scope="row">
                      <Moment at={change.at} />
                    </th>
                    <td>
                      <Who actor={change.actor} />
                    </td>
                    <td>{words.actions[change.action] ?? change.action}</td>
                    <td>
                      <Details change={change} />
                    </td>
                  </tr>
                ))}
              </Table>
            )}
            <More onMore={more} />
          </>
        )}
      </Show>
    </>
  );
}

/** The account, and with what it was done. */
function Who({ actor: { kind, id, service_user_id: account } }: Pick<Change, 'actor'>): JSX.Element {
  const { changes: words } = useTexts();
  if (account === null || kind === 'operator') {
    return (
      <>
        {id ?? account} <span class="soft">{words.actors[kind]}</span>
      </>
    );
  }
  return (
    <>
      {account}{' '}
      <span class="soft">
        {words.actors[kind]} {kind === 'key' && id !== null && shortId(id)}
      </span>
    </>
  );
}

/** The thing that was changed: what was given to whom, or which version to how many users. */
function Details({ change }: { change: Change }): JSX.Element {
  const texts = useTexts();
  const { target, application, percent, role, scopes, changed, host_before, host } = change;
  const given = role === null ? scopes : texts.keys.roles[role];
  const served = percent === null ? application : texts.changes.percent(percent, application ?? '');
  const hosts =
    host_before === null && host === null ? null : texts.changes.hosts(host_before ?? '–', host ?? '–');
  return (
    <>
      {target !== null && <Target action={change.action} target={target} />}
      {[served, given, hosts, ...(scopes === null ? changed : [])]
        .filter((part) => part !== null)
        .map((part) => (
          <span key={part} class="soft">
            {' '}
            {part}
          </span>
        ))}
    </>
  );
}

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

function Target({ action, target }: { action: string; target: string }): JSX.Element {
  const { scopes } = useAccess();
  if (/^draft\.(?!delete)/.test(action) && scopes.includes('ai_model_write')) {
    return <a href={writeRoute({ page: 'drafts', id: target })}>{target}</a>;
  }
  return UUID.test(target) ? <code title={target}>{shortId(target)}</code> : <code>{target}</code>;
}
