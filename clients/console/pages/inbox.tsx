import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CallError, type Handoff, type HandoffPage, type Parley } from '../../typescript/index.ts';
import { OWN_SURROUNDINGS } from '../../typescript/surroundings.ts';
import { Application } from '../application.tsx';
import { ChoiceField, Table } from '../fields.tsx';
import { useTexts } from '../language.ts';
import { useWhileVisible } from '../live.ts';
import { Failure, useAccess } from '../loaded.tsx';
import { Moment } from '../moment.tsx';
import { type Route, writeRoute } from '../routes.ts';
import { Reason, Standing } from '../standing.tsx';
import { HandedOver } from './handed-over.tsx';

/** The conversations that wait for a person or are claimed, or one of these conversations. */
export function Inbox({ route: { id, filter } }: { route: Route }): JSX.Element {
  return id === undefined ? <Open queue={filter.queue ?? ''} /> : <HandedOver sessionId={id} />;
}

/**
 * The interval between two reads of the list while the page is visible, and the pause after a failed read.
 */
const EVERY_MS = 4000;
const AFTER_FAILURE_MS = 10_000;
/** Maximum pages of the list to read. */
const MAX_PAGES = 10;

/** @param queue the queue to show; empty for all */
function Open({ queue }: { queue: string }): JSX.Element {
  const texts = useTexts();
  const { inbox: words } = texts;
  const { parley } = useAccess();
  const [open, setOpen] = useState<readonly Handoff[]>();
  const [failure, setFailure] = useState<unknown>();
  /** The queues seen so far. */
  const [queues, setQueues] = useState<ReadonlySet<string>>(new Set(queue === '' ? [] : [queue]));
  useWhileVisible(
    async (signal) => {
      for (;;) {
        let pause = EVERY_MS;
        try {
          const read = await readOpen(parley, queue, signal);
          if (signal.aborted) return;
          setOpen(read);
          setQueues((before) => new Set([...before, ...read.flatMap((handoff) => handoff.queue ?? [])]));
          setFailure(undefined);
        } catch (error) {
          if (signal.aborted) return;
          setFailure(error);
          // Retrying is pointless if the person is signed out or may not read the list.
          if (error instanceof CallError && (error.status === 401 || error.status === 403)) return;
          pause = AFTER_FAILURE_MS;
        }
        await OWN_SURROUNDINGS.wait(pause, signal);
      }
    },
    [queue],
  );
  const waiting = open?.filter(({ status }) => status === 'waiting').length ?? 0;
  return (
    <>
      <h1 tabIndex={-1}>{texts.pages.inbox}</h1>
      <p class="soft">{words.about}</p>
      {queues.size > 0 && (
        <form class="filters" aria-label={texts.filters} onSubmit={(event) => event.preventDefault()}>
          <ChoiceField
            label={words.queue}
            value={queue}
            onInput={(chosen) => {
              location.hash = writeRoute({ page: 'inbox', filter: { queue: chosen } });
            }}
            choices={[['', words.allQueues], ...[...queues].sort().map((name) => [name, name] as const)]}
          />
        </form>
      )}
      {failure !== undefined && <Failure error={failure} />}
      <div aria-busy={open === undefined && failure === undefined}>
        {open === undefined ? (
          failure === undefined && <p class="soft">{texts.loading}</p>
        ) : (
          <>
            <p role="status">{words.counted(waiting, open.length - waiting)}</p>
            {open.length === 0 ? <p class="empty">{words.empty}</p> : <List open={open} />}
          </>
        )}
      </div>
    </>
  );
}

/** All open conversations: waiting ones first, the longest wait first; then the claimed ones. */
async function readOpen(parley: Parley, queue: string, signal: AbortSignal): Promise<Handoff[]> {
  const open: Handoff[] = [];
  let cursor: string | undefined;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const asked = { limit: 100, queue, ...(cursor !== undefined && { cursor }) };
    const read: HandoffPage = await parley.listHandoffs(asked, { signal });
    open.push(...read.handoffs);
    cursor = read.next_cursor;
    if (cursor === undefined) break;
  }
  const rank = ({ status, since }: Handoff) => `${status === 'waiting' ? 0 : 1}${since}`;
  return open.sort((first, second) => (rank(first) < rank(second) ? -1 : 1));
}

function List({ open }: { open: readonly Handoff[] }): JSX.Element {
  const texts = useTexts();
  const { inbox: words } = texts;
  return (
    <Table
      caption={texts.pages.inbox}
      head={[
        words.since,
        words.state,
        words.reason,
        words.queue,
        texts.competency,
        words.language,
        texts.application,
        words.last,
      ]}
    >
      {open.map((handoff) => (
        <tr key={handoff.session_id}>
          <th scope="row">
            <a href={writeRoute({ page: 'inbox', id: handoff.session_id })}>
              <Moment at={handoff.since} />
            </a>
          </th>
          <td>
            <Standing handoff={handoff} />
          </td>
          <td>
            <Reason of={handoff} />
          </td>
          <td>{handoff.queue ?? '–'}</td>
          <td>{handoff.competency}</td>
          <td>{handoff.language}</td>
          <td>
            <Application name={handoff.application} />
          </td>
          <td>
            <Moment at={handoff.last_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
