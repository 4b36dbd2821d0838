import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { VersionDifferences, VersionList } from '../typescript/index.ts';
import { type Change, type Part, partsOf } from './differences.ts';
import { ChoiceField, versionChoices } from './fields.tsx';
import { useTexts } from './language.ts';
import { Show, useAccess, useLoaded } from './loaded.tsx';
import { type Route, writeRoute } from './routes.ts';

/**
 * A choice of two versions and their differences. The address names the versions, so that it can be shared.
 */
export function Comparison({ list, route }: { list: VersionList; route: Route }): JSX.Element | null {
  const { comparison: words } = useTexts();
  const { before: askedBefore = '', after: askedAfter = '' } = route.filter;
  const [chosen, setChosen] = useState({ before: askedBefore, after: askedAfter });
  // The browser's back button changes the address too.
  useEffect(() => setChosen({ before: askedBefore, after: askedAfter }), [askedBefore, askedAfter]);
  const choices = versionChoices(list.versions);
  const [newest, second] = choices;
  if (newest === undefined || second === undefined) return null;
  const among = (versions: typeof choices, id: string | undefined) =>
    versions.find(([known]) => known === id)?.[0];
  const before = among(choices, chosen.before) ?? among(choices, servingVersion(list)) ?? second[0];
  const rest = choices.filter(([id]) => id !== before);
  const after = among(rest, chosen.after) ?? rest[0]?.[0] ?? '';
  const send = (event: Event) => {
    event.preventDefault();
    location.hash = writeRoute({ page: 'versions', filter: { before, after } });
  };
  return (
    <section>
      <h2>{words.title}</h2>
      <form class="filters" aria-label={words.title} onSubmit={send}>
        <ChoiceField
          label={words.before}
          value={before}
          onInput={(id) => setChosen({ before: id, after })}
          choices={choices}
        />
        <ChoiceField
          label={words.after}
          value={after}
          onInput={(id) => setChosen({ before, after: id })}
          choices={rest}
        />
        <button type="submit">{words.compare}</button>
      </form>
      {askedBefore !== '' && askedAfter !== '' && <Compared before={askedBefore} after={askedAfter} />}
    </section>
  );
}

/** The default version; without a default, the version of the first application. */
const servingVersion = ({ assignments }: VersionList): string | undefined =>
  (assignments.find(({ application }) => application === 'default') ?? assignments[0])?.ai_version;

function Compared({ before, after }: { before: string; after: string }): JSX.Element {
  const { comparison: words } = useTexts();
  const { parley } = useAccess();
  const loaded = useLoaded(
    (signal) => parley.compareVersions({ before, after }, { signal }),
    [before, after],
  );
  return (
    <>
      <p role="status">{loaded.state === 'loaded' && words.found(countOf(loaded.value))}</p>
      <Show loaded={loaded}>{(told) => <Differences told={told} />}</Show>
    </>
  );
}

const countOf = ({ differences, left_off }: VersionDifferences): number => differences.length + left_off;

/** With more differences than this, all parts start collapsed. */
const MOST_UNFOLDED = 200;

function Differences({ told: { differences, left_off } }: { told: VersionDifferences }): JSX.Element {
  const { comparison: words } = useTexts();
  return (
    <>
      {partsOf(differences).map((part) => (
        <OfPart key={part.name} part={part} open={differences.length <= MOST_UNFOLDED} />
      ))}
      {left_off > 0 && <p class="soft">{words.leftOff(left_off)}</p>}
    </>
  );
}

function OfPart({ part: { name, places }, open }: { part: Part; open: boolean }): JSX.Element {
  return (
    <details class="card difference" open={open}>
      <summary>
        <code>{name}</code>
      </summary>
      {places.map(({ path, changes }) => (
        <div key={path.join()}>
          {path.length > 0 && (
            <p class="soft">
              <code>{path.join(' › ')}</code>
            </p>
          )}
          <ul>
            {changes.map((change) => (
              <OfPlace key={`${change.before} ${change.after}`} change={change} />
            ))}
          </ul>
        </div>
      ))}
    </details>
  );
}

/** Shows a difference: in words for screen readers, by signs and colours for everyone else. */
function OfPlace({ change: { change, before, after } }: { change: Change }): JSX.Element {
  const { comparison: words } = useTexts();
  if (before === undefined && after === undefined) {
    return <li>{change === 'removed' ? <del>{words.removed}</del> : <ins>{words.added}</ins>}</li>;
  }
  return (
    <li>
      {before !== undefined && (
        <del>
          <span class="unseen">{words.removed}: </span>
          <bdi>{before}</bdi>
        </del>
      )}
      {after !== undefined && (
        <ins>
          <span class="unseen">{words.added}: </span>
          <bdi>{after}</bdi>
        </ins>
      )}
    </li>
  );
}
