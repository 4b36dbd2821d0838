import type { JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Parley, UnhandledGroups } from '../../typescript/index.ts';
import { AcceptForm, type AcceptFormProps } from '../accept-form.tsx';
import { type Accepted, acceptedYaml, kindsFor } from '../accepted.ts';
import { ChoiceField, SpanFilters, useVersions } from '../fields.tsx';
import { dayOf, firstOf, moment, number, percent, shortDay } from '../format.ts';
import { directionOf, useLanguage, useTexts } from '../language.ts';
import { Failure, Show, useAccess, useLoaded } from '../loaded.tsx';
import { LISTED_OUTCOMES } from '../outcomes.ts';
import { type Route, writeRoute } from '../routes.ts';
import type { Access } from '../sign-in.ts';

type Group = UnhandledGroups['groups'][number];

/** The phrases that each person has accepted so far; cleared when they sign out. */
const acceptedBy = new WeakMap<Access, ReadonlyMap<string, Accepted>>();

const SPANS = ['7', '14', '31'];

/** A value that cannot be a draft's name. */
const NO_DRAFT = '-';

const NOTHING_HELD: ReadonlyMap<string, string> = new Map();

/** The phrases that a draft already contains, including those accepted before a reload. */
async function heldBy(
  parley: Parley,
  draft: string | undefined,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  if (draft === undefined) return NOTHING_HELD;
  const [{ files }, { phrasesOf }] = await Promise.all([
    parley.readDraft(draft, {}, { signal }),
    import('../drafts/phrases.ts'),
  ]);
  return phrasesOf(files);
}

const keyOf = ({ outcome, slot, language, examples }: Group): string =>
  [outcome, slot, language, examples[0]].join(' ');

/**
 * Groups of queries that went wrong. Each can be accepted into a label; all accepted phrases can be
 * downloaded as one file.
 */
export function Improve({ route: { filter } }: { route: Route }): JSX.Element {
  const texts = useTexts();
  const { improve: words } = texts;
  const access = useAccess();
  const [accepted, setAccepted] = useState(acceptedBy.get(access) ?? new Map<string, Accepted>());
  const keep = (change: ReadonlyMap<string, Accepted>) => {
    acceptedBy.set(access, change);
    setAccepted(change);
  };
  const { days = '7', application = '', ai_version = '' } = filter;
  const outcome = LISTED_OUTCOMES.find((listed) => listed === filter.outcome);
  const span = SPANS.includes(days) ? days : '7';
  const isDismissed = filter.dismissed === 'true';
  const versions = useVersions();
  const [writes, setWrites] = useState(0);
  const listed = useLoaded(
    async (signal) =>
      access.scopes.includes('ai_model_write') ? (await access.parley.listDrafts({ signal })).drafts : [],
    [],
  );
  const drafts = (listed.state === 'loaded' ? listed.value : []).map((each) => each.draft);
  const asked = filter.draft ?? drafts[0];
  const draft = drafts.find((name) => name === asked);
  const read = useLoaded(async (signal) => heldBy(access.parley, draft, signal), [draft, writes]);
  const held = (read.state === 'failed' ? undefined : read.value) ?? NOTHING_HELD;
  const loaded = useLoaded(
    async (signal) => {
      const from = firstOf(Number(span), Date.now());
      const [unhandled, insights] = await Promise.all([
        access.parley.listUnhandled(
          {
            from,
            application,
            ai_version,
            ...(outcome && { outcome }),
            ...(isDismissed && { dismissed: 'true' }),
          },
          { signal },
        ),
        access.parley.readInsights({ from, application, ai_version }, { signal }),
      ]);
      return { ...unhandled, competencies: Object.keys(insights.total.competencies) };
    },
    [span, application, ai_version, outcome, isDismissed],
  );
  const refilter = (change: Record<string, string>) => {
    location.hash = writeRoute({ page: 'improve', filter: { ...filter, ...change } });
  };
  const accept = (group: Group) => (chosen: Accepted | undefined) => {
    const change = new Map(accepted);
    if (chosen === undefined) change.delete(keyOf(group));
    else change.set(keyOf(group), chosen);
    keep(change);
  };
  return (
    <>
      <h1 tabIndex={-1}>{texts.pages.improve}</h1>
      <p>{words.about}</p>
      <SpanFilters
        span={span}
        spans={SPANS}
        application={application}
        versions={versions}
        onChoose={refilter}
      >
        <ChoiceField
          label={texts.outcome}
          value={outcome ?? ''}
          onInput={(value) => refilter({ outcome: value })}
          choices={[
            ['', words.allOutcomes],
            ...LISTED_OUTCOMES.map((listed) => [listed, texts.turnOutcomes[listed]] as const),
          ]}
        />
        <ChoiceField
          label={words.shown}
          value={isDismissed ? 'true' : ''}
          onInput={(value) => refilter({ dismissed: value })}
          choices={[
            ['', words.open],
            ['true', words.dismissed],
          ]}
        />
      </SpanFilters>
      {drafts.length > 0 && (
        <div class="filters">
          <ChoiceField
            label={words.draft}
            value={draft ?? NO_DRAFT}
            onInput={(chosen) => refilter({ draft: chosen })}
            choices={[...drafts.map((name) => [name, name] as const), [NO_DRAFT, words.noDraft]]}
          />
        </div>
      )}
      {read.state === 'failed' && <Failure error={read.error} />}
      <p role="status">{words.accepted(accepted.size)}</p>
      {accepted.size > 0 && <Download accepted={[...accepted.values()]} />}
      <Show loaded={loaded}>
        {({ groups, complete, competencies, left_out: leftOut }) => (
          <>
            {groups.length === 0 && <p class="empty">{words.empty}</p>}
            {!isDismissed && leftOut > 0 && <p class="soft">{words.leftOut(leftOut)}</p>}
            {!complete && <p class="soft">{words.incomplete}</p>}
            <Shown all={groups}>
              {(group, focus) => (
                <GroupOf
                  key={keyOf(group)}
                  group={group}
                  focus={focus}
                  competencies={competencies}
                  isDismissed={isDismissed}
                  draft={draft}
                  held={held}
                  accepted={accepted.get(keyOf(group))}
                  onAccept={accept(group)}
                  onPut={() => setWrites(writes + 1)}
                />
              )}
            </Shown>
          </>
        )}
      </Show>
    </>
  );
}

/** How many groups are shown at once. */
const GROUPS_SHOWN = 25;

/** Some of the groups, and a button for more, which leads to the first of them. */
function Shown({
  all,
  children,
}: {
  all: readonly Group[];
  /** @param focus of the first of those that were asked for */
  children: (group: Group, focus: RefObject<HTMLHeadingElement | null> | undefined) => JSX.Element;
}): JSX.Element {
  const { improve: words } = useTexts();
  const [count, setCount] = useState(GROUPS_SHOWN);
  const first = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (count > GROUPS_SHOWN) first.current?.focus();
  }, [count]);
  return (
    <>
      <ol class="groups">
        {all
          .slice(0, count)
          .map((group, at) => children(group, at === count - GROUPS_SHOWN ? first : undefined))}
      </ol>
      {all.length > count && (
        <p>
          <button type="button" class="second" onClick={() => setCount(count + GROUPS_SHOWN)}>
            {words.moreGroups(all.length - count)}
          </button>
        </p>
      )}
    </>
  );
}

function GroupOf({
  group,
  focus,
  isDismissed,
  ...accepting
}: Omit<AcceptFormProps, 'group'> & {
  group: Group;
  focus: RefObject<HTMLHeadingElement | null> | undefined;
  isDismissed: boolean;
}): JSX.Element {
  const texts = useTexts();
  const { improve: words } = texts;
  const language = useLanguage();
  const { examples, nearest, count, sessions, made_up: madeUp, last_at, outcome, slot, days } = group;
  return (
    <li class="card">
      <h2
        dir={directionOf(group.language)}
        lang={group.language}
        tabIndex={-1}
        {...(focus && { ref: focus })}
      >
        {examples[0]}
      </h2>
      <p>
        <span class={`outcome ${outcome}`}>{texts.turnOutcomes[outcome]}</span>
        {slot !== null && (
          <>
            {' · '}
            {words.ofSlot} <code>{slot}</code>
          </>
        )}
        {group.question !== null && (
          <>
            {' · '}
            {words.after}{' '}
            <q dir={directionOf(group.language)} lang={group.language}>
              {group.question}
            </q>
          </>
        )}
      </p>
      <p class="soft small">
        {words.counted(count, sessions)}
        {madeUp > 0 && ` (${madeUp === count ? texts.madeUp : words.someMadeUp(madeUp)})`} · {group.language}{' '}
        · {moment(language, last_at)}
        {nearest.length > 0 &&
          ` · ${words.nearest} ${nearest
            .map((neighbour) => `${neighbour.label} ${percent(language, neighbour.probability)}`)
            .join(', ')}`}
        {days.length > 1 &&
          ` · ${words.byDay} ${days
            .map(({ day, count }) => `${shortDay(language, day)} ${number(language, count)}`)
            .join(', ')}`}
      </p>
      <p class="small">{words.advice[outcome]}</p>
      <Turns turns={group.turns} />
      <Dismissal group={group} isDismissed={isDismissed} />
      {kindsFor(outcome).length > 0 && <AcceptForm group={group} {...accepting} />}
    </li>
  );
}

/** Hides a group from the list, or lists it again. The service stores the choice. */
function Dismissal({ group, isDismissed }: { group: Group; isDismissed: boolean }): JSX.Element | null {
  const { improve: words } = useTexts();
  const { parley, scopes } = useAccess();
  const [is, setIs] = useState(isDismissed);
  const [state, setState] = useState<'idle' | 'busy' | { error: unknown }>('idle');
  if (!scopes.includes('version_write')) return null;
  const change = async (dismissed: boolean) => {
    setState('busy');
    try {
      const { outcome, language, slot, examples: queries } = group;
      await parley.dismissUnhandled({ outcome, language, slot, queries, dismissed });
      setIs(dismissed);
      setState('idle');
    } catch (error) {
      setState({ error });
    }
  };
  const act = is ? words.restore : group.outcome === 'value_refused' ? words.refusedRightly : words.dismiss;
  return (
    <>
      <p>
        <button type="button" class="second" disabled={state === 'busy'} onClick={() => void change(!is)}>
          {act}
        </button>{' '}
        <span role="status">{is === isDismissed ? '' : is ? words.isDismissed : words.isRestored}</span>
      </p>
      {typeof state === 'object' && <Failure error={state.error} />}
    </>
  );
}

/** The conversations that contain the phrase, each a link to the turn. */
function Turns({ turns }: { turns: Group['turns'] }): JSX.Element {
  const { improve: words } = useTexts();
  const language = useLanguage();
  return (
    <details>
      <summary>{words.conversations(turns.length)}</summary>
      <ul>
        {turns.map(({ session_id, qid, ordinal, at }) => (
          <li key={qid}>
            <a href={writeRoute({ page: 'conversations', id: session_id, filter: { turn: qid } })}>
              {moment(language, at)}
              {ordinal !== null && `, ${words.turn(ordinal)}`}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A file of the accepted phrases. It leaves the browser only if the user downloads it. */
function Download({ accepted }: { accepted: readonly Accepted[] }): JSX.Element {
  const { improve: words } = useTexts();
  const save = () => {
    const day = dayOf(Date.now());
    const address = URL.createObjectURL(
      new Blob([acceptedYaml(accepted, day)], { type: 'application/yaml' }),
    );
    const link = Object.assign(document.createElement('a'), {
      href: address,
      download: `utterances-${day}.yaml`,
    });
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <p>
      <button type="button" onClick={save}>
        {words.download}
      </button>{' '}
      <span class="soft">{words.downloadHint}</span>
    </p>
  );
}
