import type { JSX } from 'preact';
import type { InsightsByDay } from '../../typescript/index.ts';
import { MadeUpNote } from '../application.tsx';
import { ChoiceField, SpanFilters, useVersions, versionChoices } from '../fields.tsx';
import { firstOf, number, percent, shortId } from '../format.ts';
import { useLanguage, useTexts } from '../language.ts';
import { Show, useAccess, useLoaded } from '../loaded.tsx';
import { LISTED_OUTCOMES, type ListedOutcome } from '../outcomes.ts';
import { Plot } from '../plot.tsx';
import type { Series } from '../plot-scale.ts';
import { type Route, writeRoute } from '../routes.ts';

type Insight = InsightsByDay['total'];
type Day = InsightsByDay['days'][number];

const SPANS = ['7', '30', '90'];

/** Conversation outcomes: totals, figures by day, and a comparison of versions. */
export function Overview({ route: { filter } }: { route: Route }): JSX.Element {
  const texts = useTexts();
  const { parley } = useAccess();
  const { days = '7', version = '', versus = '', application = '' } = filter;
  const span = SPANS.includes(days) ? days : '7';
  const versions = useVersions();
  const known = versionChoices(versions.state === 'failed' ? [] : (versions.value?.versions ?? []));
  const loaded = useLoaded(
    async (signal) => {
      const from = firstOf(Number(span), Date.now());
      const asked = (ai_version: string) =>
        parley.readInsights({ from, ai_version, application }, { signal });
      const [insights, versusInsights] = await Promise.all([
        asked(version),
        versus === '' ? undefined : asked(versus),
      ]);
      return { insights, versusInsights };
    },
    [span, version, versus, application],
  );
  const refilter = (change: Record<string, string>) => {
    location.hash = writeRoute({ page: 'overview', filter: { ...filter, ...change } });
  };
  const linkTo =
    (ai_version: string): LinkTo =>
    (page, more = {}) => {
      const days = page === 'improve' ? { days: span } : { from: firstOf(Number(span), Date.now()) };
      return writeRoute({ page, filter: { ...days, application, ai_version, ...more } });
    };
  const nameOf = (id: string) => known.find(([version]) => version === id)?.[1] ?? shortId(id);
  return (
    <>
      <h1 tabIndex={-1}>{texts.pages.overview}</h1>
      <SpanFilters
        span={span}
        spans={SPANS}
        application={application}
        versions={versions}
        onChoose={refilter}
      >
        {known.length > 0 && (
          <>
            <ChoiceField
              label={texts.version}
              value={version}
              onInput={(value) => refilter({ version: value, ...(value === '' && { versus: '' }) })}
              choices={[['', texts.allVersions], ...known]}
            />
            {version !== '' && (
              <ChoiceField
                label={texts.overview.versus}
                value={versus}
                onInput={(value) => refilter({ versus: value })}
                choices={[['', texts.overview.nothing], ...known.filter(([id]) => id !== version)]}
              />
            )}
          </>
        )}
      </SpanFilters>
      <Show loaded={loaded}>
        {({ insights, versusInsights }) => (
          <>
            <MadeUpNote sessions={insights.made_up} filter={filter} />
            {versusInsights === undefined ? (
              <Single insights={insights} linkTo={linkTo(version)} />
            ) : (
              <Compared
                named={[
                  [nameOf(version), insights, linkTo(version)],
                  [nameOf(versus), versusInsights, linkTo(versus)],
                ]}
              />
            )}
          </>
        )}
      </Show>
    </>
  );
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, count) => all + count, 0);

const UNHANDLED = LISTED_OUTCOMES.filter((outcome) => outcome !== 'value_refused');

/** Turns whose query was not answered, or was corrected by the next one. */
const unhandledOf = ({ turn_outcomes: outcomes }: Insight): number =>
  UNHANDLED.reduce((all, outcome) => all + (outcomes[outcome] ?? 0), 0);

/** The share of unhandled turns; null without turns. */
const unhandledShare = (insight: Insight): number | null => {
  const all = sum(insight.turn_outcomes);
  return all === 0 ? null : unhandledOf(insight) / all;
};

/** Days in plotting order, earliest first. */
const inOrder = ({ days }: InsightsByDay): Day[] => days.toReversed();

function useFormats() {
  const language = useLanguage();
  return {
    count: (value: number) => number(language, value),
    share: (value: number) => percent(language, value),
    milliseconds: (value: number) => `${number(language, Math.round(value))} ms`,
  };
}

/** The link to the conversations or queries behind a figure. */
type LinkTo = (page: 'conversations' | 'improve', filter?: Readonly<Record<string, string>>) => string;

function Single({ insights, linkTo }: { insights: InsightsByDay; linkTo: LinkTo }): JSX.Element {
  const texts = useTexts();
  const format = useFormats();
  const { total } = insights;
  if (total.turns === 0) return <p class="empty">{texts.overview.empty}</p>;
  const days = inOrder(insights);
  const names = days.map(({ day }) => day);
  const counted = (name: string, of: (day: Day) => number | undefined): Series => ({
    name,
    values: days.map((day) => of(day) ?? 0),
  });
  const line = (name: string, of: (day: Day) => number | null | undefined): Series => ({
    name,
    values: days.map((day) => of(day) ?? null),
  });
  return (
    <>
      <Figures named={[['', insights, linkTo]]} />
      <div class="plots">
        <Plot
          title={texts.overview.sessionsByOutcome}
          kind="bars"
          days={names}
          series={Object.entries(texts.sessionOutcomes).map(([outcome, name]) => ({
            ...counted(name, (day) => day.session_outcomes[outcome]),
            ...(outcome === 'failed' && { shade: FAILED_SHADE }),
          }))}
          format={format.count}
        />
        <Plot
          title={texts.overview.containment}
          kind="lines"
          days={names}
          series={[line(texts.overview.containment, (day) => day.containment)]}
          format={format.share}
          top={1}
        />
        <Plot
          title={texts.overview.turnsByOutcome}
          kind="bars"
          days={names}
          series={[
            counted(texts.turnOutcomes.understood, (day) => day.turn_outcomes.understood),
            counted(texts.turnOutcomes.clarified, (day) => day.turn_outcomes.clarified),
            counted(texts.overview.unhandled, unhandledOf),
            counted(texts.turnOutcomes.value_refused, (day) => day.turn_outcomes.value_refused),
            { ...counted(texts.turnOutcomes.failed, (day) => day.turn_outcomes.failed), shade: FAILED_SHADE },
          ]}
          format={format.count}
        />
        <Plot
          title={texts.overview.latency}
          kind="lines"
          days={names}
          series={[
            line(texts.overview.half, (day) => day.milliseconds?.p50),
            line(texts.overview.most, (day) => day.milliseconds?.p99),
          ]}
          format={format.milliseconds}
        />
      </div>
      <div class="plots">
        <Ranking
          title={texts.overview.competencies}
          counts={total.competencies}
          link={(competency) => linkTo('conversations', { competency })}
        />
        <Ranking
          title={texts.pages.improve}
          counts={Object.fromEntries(
            LISTED_OUTCOMES.map((outcome) => [outcome, total.turn_outcomes[outcome] ?? 0] as const).filter(
              ([, count]) => count > 0,
            ),
          )}
          nameOf={(outcome) => texts.turnOutcomes[outcome as ListedOutcome]}
          link={(outcome) => linkTo('improve', { outcome })}
        />
        <Ranking title={texts.overview.languages} counts={total.languages} />
      </div>
    </>
  );
}

/** The colour of failures in every plot. */
const FAILED_SHADE = 5;

type Named = readonly (readonly [name: string, insights: InsightsByDay, linkTo: LinkTo])[];

function Compared({ named }: { named: Named }): JSX.Element {
  const texts = useTexts();
  const format = useFormats();
  const days = named[0] === undefined ? [] : inOrder(named[0][1]).map(({ day }) => day);
  const lines = (of: (day: Day) => number | null | undefined): Series[] =>
    named.map(([name, insights]) => ({ name, values: inOrder(insights).map((day) => of(day) ?? null) }));
  const shares = { kind: 'lines', days, format: format.share, top: 1 } as const;
  return (
    <>
      <Figures named={named} />
      <div class="plots">
        <Plot
          title={texts.overview.sessions}
          kind="lines"
          days={days}
          series={lines(({ sessions }) => sessions)}
          format={format.count}
        />
        <Plot
          {...shares}
          title={texts.overview.containment}
          series={lines(({ containment }) => containment)}
        />
        <Plot {...shares} title={texts.overview.unhandled} series={lines(unhandledShare)} />
        <Plot
          title={`${texts.overview.latency}: ${texts.overview.half}`}
          kind="lines"
          days={days}
          series={lines(({ milliseconds }) => milliseconds?.p50)}
          format={format.milliseconds}
        />
      </div>
    </>
  );
}

/** The same figures for one or several insights, side by side. */
function Figures({ named }: { named: Named }): JSX.Element {
  const texts = useTexts();
  const { count, share, milliseconds } = useFormats();
  const or = (value: number | null | undefined, format: (value: number) => string) =>
    value == null ? '–' : format(value);
  const all = (linkTo: LinkTo) => linkTo('conversations');
  const withOutcome = (outcome: string) => (linkTo: LinkTo) => linkTo('conversations', { outcome });
  const figures: [string, (insight: Insight) => string, (linkTo: LinkTo) => string][] = [
    [texts.overview.sessions, ({ sessions }) => count(sessions), all],
    [texts.overview.turns, ({ turns }) => count(turns), all],
    [texts.overview.containment, ({ containment }) => or(containment, share), withOutcome('contained')],
    [
      texts.overview.unhandled,
      (insight) => or(unhandledShare(insight), share),
      (linkTo) => linkTo('improve'),
    ],
    [texts.overview.half, (insight) => or(insight.milliseconds?.p50, milliseconds), all],
    [texts.overview.most, (insight) => or(insight.milliseconds?.p99, milliseconds), all],
    [
      texts.overview.businessLogic,
      ({ business_logic: { calls, failed } }) => texts.overview.failedOf(count(failed), count(calls)),
      withOutcome('failed'),
    ],
    [
      texts.overview.feedback,
      ({ feedback }) => texts.overview.ratings(count(feedback.good ?? 0), count(feedback.bad ?? 0)),
      all,
    ],
  ];
  return (
    <dl class="figures">
      {figures.map(([title, read, link]) => (
        <div key={title}>
          <dt>{title}</dt>
          {named.map(([name, { total }, linkTo], index) => (
            <dd key={name} class={named.length > 1 ? `shade-${index + 1}` : undefined}>
              {name !== '' && <span class="soft">{name} </span>}
              <a href={link(linkTo)}>{read(total)}</a>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

const MAX_RANKED = 10;

/** The most frequent names, each with a bar for its share. */
function Ranking({
  title,
  counts,
  nameOf = (name) => name,
  link,
}: {
  title: string;
  counts: Readonly<Record<string, number>>;
  nameOf?: (name: string) => string;
  /** The link to the conversations behind a name. */
  link?: (name: string) => string;
}): JSX.Element {
  const language = useLanguage();
  const ranked = Object.entries(counts)
    .sort(([, left], [, right]) => right - left)
    .slice(0, MAX_RANKED);
  const all = sum(counts);
  return (
    <section class="ranking">
      <h2>{title}</h2>
      <ol>
        {ranked.map(([name, count]) => (
          <li key={name}>
            {link === undefined ? <span>{name}</span> : <a href={link(name)}>{nameOf(name)}</a>}
            <span class="soft">
              {number(language, count)} · {percent(language, count / all)}
            </span>
            <span class="bar" style={{ inlineSize: `${(100 * count) / all}%` }} />
          </li>
        ))}
      </ol>
    </section>
  );
}
