import { daysBetween } from '../days.ts';
import type { ConversationReader, SessionFilter, SessionLine } from './conversation-views.ts';
import { placeOf } from './conversation-views.ts';

/** Round trips that one page may take; a filter that finds little has more pages, and emptier ones. */
const MAX_READS = 10;

export interface SessionPage {
  sessions: SessionLine[];
  /** The beginning of the next page, absent at the end: `<day>` or `<day>#<place>`. */
  next?: string;
}

/**
 * Sessions that began in some days and pass a filter, the latest first.
 * @param asked.from, asked.to the first and last day
 * @param asked.after where the page before ended
 */
export async function listSessions(
  reader: Pick<ConversationReader, 'sessionsOf'>,
  institution: string,
  asked: {
    from: string;
    to: string;
    after?: string;
    limit: number;
    filter: SessionFilter;
    now: number;
  },
): Promise<SessionPage> {
  const { from, to, after, limit, filter, now } = asked;
  const sessions: SessionLine[] = [];
  let day = after?.slice(0, DAY_LENGTH) ?? to;
  let before = after?.slice(DAY_LENGTH + 1) || undefined;
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const step = await reader.sessionsOf(institution, day, { ...(before && { before }), limit, now });
    for (const [index, line] of step.items.entries()) {
      before = placeOf(line);
      if (!passes(line, filter)) continue;
      sessions.push(line);
      const isLast = step.isComplete && index === step.items.length - 1;
      if (sessions.length === limit && !isLast) return { sessions, next: `${day}#${before}` };
    }
    if (!step.isComplete) continue;
    const [, earlier] = daysBetween(from, day);
    if (earlier === undefined) return { sessions };
    day = earlier;
    before = undefined;
    if (sessions.length === limit) break;
  }
  return { sessions, next: before === undefined ? day : `${day}#${before}` };
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;

const passes = (line: SessionLine, { versionId, application, outcome, competency }: SessionFilter): boolean =>
  (versionId === undefined || line.versionId === versionId) &&
  (application === undefined || line.application === application) &&
  (outcome === undefined || line.outcome === outcome) &&
  (competency === undefined || line.competencies.includes(competency));
