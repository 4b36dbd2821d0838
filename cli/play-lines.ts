import { REASONS } from '../authoring/replay/replay.ts';
import type { DraftPlay } from '../functions/shared/domain/drafts/play.ts';

type Values = NonNullable<NonNullable<DraftPlay['sentences']>['values']>;
type Conversations = NonNullable<DraftPlay['conversations']>;

/** Maximum number of changed turns and of wrong sentences to show; `--json` has more. */
const MOST_SHOWN = 10;

/** Formats the results of playing a draft for people. */
export const playLines = (play: DraftPlay): string[] => [
  ...testLines(play),
  ...comparisonLines(play),
  ...sentenceLines(play),
  ...(play.conversations === undefined ? [] : conversationLines(play.conversations)),
];

/** The draft's own tests. */
export function testLines({ tests: { passed, failed, failures, left_off } }: DraftPlay): string[] {
  if (passed + failed === 0) return ['The draft has no tests.'];
  return [
    `Tests: ${passed} passed, ${failed} failed.`,
    ...failures.map(({ file, turn, said, message }) => `  ${file}, turn ${turn}, "${said}": ${message}`),
    ...more(left_off),
  ];
}

const more = (count: number): string[] => (count > 0 ? [`  and ${count} more`] : []);

function comparisonLines({ comparison, compared_with: other }: DraftPlay): string[] {
  switch (comparison) {
    case 'none':
      return ['No version serves yet, so there was nothing to compare it with.'];
    case 'same':
      return ['This version serves already, so there was nothing to compare it with.'];
    case 'failed':
      return [`It could not be compared with ${other ?? 'the version that serves'}.`];
    case 'done':
      return [`Compared with ${other}:`];
  }
}

function sentenceLines({ sentences }: DraftPlay): string[] {
  if (sentences === undefined) return [];
  const { played, right_before, right, wrong, left_off, values } = sentences;
  const newValues = values === undefined ? [] : valueLines(values);
  if (played === 0 && left_off === 0) return ['New sentences: none.', ...newValues];
  return [
    `New sentences: ${right} of ${played} are understood as wanted; before, ${right_before} were.`,
    ...wrong
      .slice(0, MOST_SHOWN)
      .map(({ text, wanted, after }) => `  "${text}" is taken for ${after ?? 'nothing'}, not for ${wanted}`),
    ...more(wrong.length - MOST_SHOWN),
    ...(left_off > 0 ? [`  ${left_off} were not played`] : []),
    ...newValues,
  ];
}

function valueLines({ played, right_before, right, wrong, left_off }: Values): string[] {
  if (played === 0 && left_off === 0) return [];
  return [
    `New values: ${right} of ${played} reach their slot; before, ${right_before} did.`,
    ...wrong
      .slice(0, MOST_SHOWN)
      .map(
        ({ text, slot, wanted, after }) => `  "${text}" gives ${slot} ${after ?? 'nothing'}, not ${wanted}`,
      ),
    ...more(wrong.length - MOST_SHOWN),
    ...(left_off > 0 ? [`  ${left_off} were not played`] : []),
  ];
}

function conversationLines(played: Conversations): string[] {
  const { from, to, made_up, left_off, turns, unplayed, better, worse, other, same, changes } = played;
  if (played.played === 0) return [`Conversations from ${from} to ${to}: none that can be played.`];
  const counted = ({ count, low, high }: Conversations['better']) =>
    `${count} (${percent(low)} to ${percent(high)} of all such conversations, 95 %)`;
  return [
    `Conversations from ${from} to ${to}: ${played.played} played, ${turns} turns${made_up > 0 ? ', all made up' : ''}.`,
    `  better: ${counted(better)}`,
    `  worse:  ${counted(worse)}`,
    `  answered otherwise: ${other}, the same: ${same}`,
    `  ${verdictLine(played)}`,
    ...unplayed.map(({ reason, turns: count }) => `  ${count} turns not played: ${REASONS[reason]}`),
    ...(left_off > 0 ? [`  ${left_off} conversations were not played`] : []),
    ...changes.slice(0, MOST_SHOWN).map(({ verdict, session_id, turn, before, after }) => {
      const place = ({ competency, state }: typeof before) => `${competency} / ${state}`;
      return `  ${verdict}: ${place(before)} → ${place(after)}  (${session_id}, turn ${turn})`;
    }),
    ...more(changes.length - MOST_SHOWN + played.changes_left_off),
  ];
}

/** The verdict in words, or why there is no verdict. */
function verdictLine({ verdict, verdict_from, better, worse }: Conversations): string {
  const deciding = better.count + worse.count;
  if (verdict === 'better')
    return 'It understands more than the other version; chance alone does not explain that.';
  if (verdict === 'worse')
    return 'It understands less than the other version; chance alone does not explain that.';
  return deciding < verdict_from
    ? `No verdict: ${deciding} conversations got better or worse, and fewer than ${verdict_from} say nothing.`
    : `No verdict: ${better.count} better and ${worse.count} worse can be chance.`;
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;
