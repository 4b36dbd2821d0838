import type { Reason, ReplayedSession, ReplayedTurn, Verdict } from './replay.ts';
import { REASONS, VERDICTS } from './replay.ts';

/** How a new version changes the answers to logged queries. */
export interface ReplayReport {
  sessions: number;
  turns: number;
  /** The number of turns by verdict. */
  verdicts: Record<Verdict, number>;
  /** The number of turns that were not replayed, by reason. */
  left: Partial<Record<Reason, number>>;
  /** The turns whose answer changes, worse ones first. */
  changes: ReplayedTurn[];
}

export function reportOf(sessions: readonly ReplayedSession[]): ReplayReport {
  const turns = sessions.flatMap((session) => session.turns);
  const left: ReplayReport['left'] = {};
  for (const session of sessions) {
    if (session.left !== undefined)
      left[session.left.reason] = (left[session.left.reason] ?? 0) + session.left.turns;
  }
  const of = (verdict: Verdict) => turns.filter((turn) => turn.verdict === verdict);
  return {
    sessions: sessions.length,
    turns: turns.length,
    verdicts: {
      worse: of('worse').length,
      other: of('other').length,
      better: of('better').length,
      same: of('same').length,
    },
    left,
    changes: VERDICTS.filter((verdict) => verdict !== 'same').flatMap(of),
  };
}

/** Formats a report for people. @param most maximum number of changes */
export function formatReplay(
  { turns, sessions, verdicts, left, changes }: ReplayReport,
  most: number,
): string {
  const { same, better, worse, other } = verdicts;
  const counts = new Map(Object.entries(left));
  const rest = Object.entries(REASONS).flatMap(([reason, why]) =>
    counts.has(reason) ? [`  ${counts.get(reason)} ${why}`] : [],
  );
  const more = changes.length - most;
  return [
    `${turns} turns of ${sessions} sessions: ${same} same, ${better} better, ${worse} worse, ${other} other.`,
    ...(rest.length === 0 ? [] : ['Turns that were not replayed:', ...rest]),
    ...changes.slice(0, most).flatMap(changeLines),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join('\n');
}

function changeLines({ sessionId, ordinal, query, verdict, was, is }: ReplayedTurn): string[] {
  const outcome = was.outcome === is.outcome ? was.outcome : `${was.outcome} → ${is.outcome}`;
  const place = (answer: ReplayedTurn['was']) =>
    `${answer.competency} / ${answer.state}${answer.asked == null ? '' : `, asks for ${answer.asked}`}`;
  const isElsewhere = place(was) !== place(is);
  const isSaidOtherwise = !isElsewhere && was.spoken !== is.spoken;
  return [
    '',
    `${verdict.padEnd('better'.length)}  “${query}”  ${outcome}  (${sessionId}, turn ${ordinal})`,
    ...(isElsewhere ? [`  was ${place(was)}`, `  is  ${place(is)}`] : []),
    ...(isSaidOtherwise ? [`  was “${was.spoken}”`, `  is  “${is.spoken}”`] : []),
  ];
}
