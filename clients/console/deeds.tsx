import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { VersionList } from '../typescript/index.ts';
import { ChoiceField, Table, versionChoices } from './fields.tsx';
import { useTexts } from './language.ts';

type Deed = NonNullable<VersionList['versions'][number]['deeds']>[number];
type Way = Deed['ways'][number];

/** The deeds of a version, by default the latest, with every way into them and its guard. */
export function Deeds({ list }: { list: VersionList }): JSX.Element | null {
  const { deeds: words } = useTexts();
  const [chosen, setChosen] = useState('');
  const choices = versionChoices(list.versions);
  const version = chosen || (choices[0]?.[0] ?? '');
  const shown = list.versions.find(({ ai_version }) => ai_version === version);
  if (shown === undefined) return null;
  // Older services do not send deeds.
  const deeds = shown.deeds ?? null;
  return (
    <section>
      <h2>{words.title}</h2>
      <div class="filters">
        <ChoiceField label={words.version} value={version} onInput={setChosen} choices={choices} />
      </div>
      {deeds === null && <p class="empty">{words.unknown}</p>}
      {deeds?.length === 0 && <p class="empty">{words.none}</p>}
      {deeds !== null && deeds.length > 0 && <Ways deeds={deeds} />}
    </section>
  );
}

function Ways({ deeds }: { deeds: readonly Deed[] }): JSX.Element {
  const { deeds: words } = useTexts();
  return (
    <Table caption={words.title} head={[words.deed, words.because, words.from, words.guard, words.untold]}>
      {deeds.flatMap(({ state, reason, ways }) =>
        (ways.length === 0 ? [undefined] : ways).map((way, index) => (
          <tr key={`${state} ${index}`}>
            <th scope="row">{state}</th>
            <td>{words.reasons[reason]}</td>
            <td>{way === undefined ? '–' : `${way.from} (${words.ways[way.on]})`}</td>
            <td>{way === undefined ? '–' : words.guards[way.guard]}</td>
            <td>{way === undefined ? '–' : untold(way, words.perhaps)}</td>
          </tr>
        )),
      )}
    </Table>
  );
}

/** The values that a question omits, each with the places that omit it; a dash if it names all values. */
const untold = ({ unsaid }: Way, perhapsTold: string): string =>
  unsaid
    .map(
      ({ slot, in: places, perhaps }) =>
        `${slot} (${[...places, ...(perhaps ? [perhapsTold] : [])].join(', ')})`,
    )
    .join('; ') || '–';
