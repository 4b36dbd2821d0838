import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Table } from '../fields.tsx';
import { number } from '../format.ts';
import { useLanguage, useTexts } from '../language.ts';
import { Failure, useAccess } from '../loaded.tsx';
import { BOX_WIDTH, layoutOf } from './states-layout.ts';
import { readWalked, type Walked, wayKey } from './walked.ts';

/** Maximum characters of a name in the picture. */
const MAX_NAME = 20;
const MAX_WAY = 16;
const MAX_LINE = 34;
/** The horizontal distance of a curve's control points from its ends. */
const BEND = 80;

const short = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/**
 * A picture of the states and the ways between them, and on request how often users walked each; the tables of states
 * contain the same as text.
 */
export function States({
  competency,
  states,
}: {
  competency: string;
  states: Readonly<Record<string, unknown>>;
}): JSX.Element {
  const { form: words } = useTexts().drafts;
  const { parley, scopes } = useAccess();
  const [walked, setWalked] = useState<Walked>();
  const [isAsked, setIsAsked] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const count = async () => {
    setIsAsked(true);
    setFailure(undefined);
    try {
      setWalked(await readWalked(parley, competency, Date.now()));
    } catch (error) {
      setFailure(error);
    }
    setIsAsked(false);
  };
  return (
    <>
      <StatesPicture states={states} walked={walked} />
      {scopes.includes('conversation_read') && (
        <button type="button" class="second" disabled={isAsked} onClick={() => void count()}>
          {words.countWalked}
        </button>
      )}
      {failure !== undefined && <Failure error={failure} />}
      {walked !== undefined && <Counts walked={walked} />}
    </>
  );
}

/** The counts as text. */
function Counts({ walked }: { walked: Walked }): JSX.Element {
  const { form: words } = useTexts().drafts;
  const language = useLanguage();
  return (
    <>
      <p role="status" class="soft">
        {words.walkedIn(walked.conversations, walked.isPartial)}
      </p>
      {walked.states.size > 0 && (
        <Table caption={words.walked} head={[words.stateOrWay, words.times]}>
          {[...walked.states, ...walked.ways].map(([name, times]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{number(language, times)}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

function StatesPicture({
  states,
  walked,
}: {
  states: Readonly<Record<string, unknown>>;
  walked: Walked | undefined;
}): JSX.Element | null {
  const { form: words } = useTexts().drafts;
  const language = useLanguage();
  const arrow = useId();
  const layout = layoutOf(states);
  if (layout.ways.length === 0) return null;
  const times = (counts: Walked['states'] | undefined, key: string): string =>
    counts === undefined ? '' : ` (${number(language, counts.get(key) ?? 0)})`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section class="scroll states" aria-label={words.picture} tabIndex={0}>
      <svg
        role="img"
        aria-label={words.pictureHint}
        width={layout.width}
        height={layout.height}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
      >
        <defs>
          <marker
            id={arrow}
            viewBox="0 0 8 8"
            refX="8"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            orient="auto"
          >
            <path d="M0 0L8 4L0 8Z" />
          </marker>
        </defs>
        {layout.ways.map(
          ({ from, to, x, y, end }) =>
            end !== null && (
              <path
                key={`${from} ${to}`}
                class="way"
                d={`M${x} ${y}C${x + BEND} ${y} ${end.x - BEND} ${end.y} ${end.x} ${end.y}`}
                marker-end={`url(#${arrow})`}
              />
            ),
        )}
        {layout.states.map(({ name, isEntered, x, y, height }) => (
          <g key={name} class={isEntered ? 'entered' : undefined}>
            <rect x={x} y={y} width={BOX_WIDTH} height={height} rx="8" />
            <text x={x + BOX_WIDTH / 2} y={y + height / 2 + 5} text-anchor="middle">
              {short(name, MAX_NAME)}
              {times(walked?.states, name)}
            </text>
          </g>
        ))}
        {layout.ways.map(({ from, to, on, x, y, end }) => (
          <text key={`${from} ${to}`} class="on" x={x + 6} y={y - 3}>
            {short(end === null ? `${short(on, MAX_WAY)} → ${to}` : on, MAX_LINE)}
            {times(walked?.ways, wayKey(from, to))}
          </text>
        ))}
      </svg>
    </section>
  );
}
