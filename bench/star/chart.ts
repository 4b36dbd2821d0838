import type { Task } from './rows.ts';

/** The input that tells a lookup from a booking; it is not a slot. */
export const REQUEST_TYPE = 'RequestType';
export const BOOK = 'Book';
const START = 'hello';
/** The chart's names for its queries. */
const QUERIES: readonly string[] = ['query', 'query_check', 'query_book'];

const after = ({ edges }: Task, node: string): string[] =>
  edges.flatMap(([from, to]) => (from === node ? [to] : []));

/** True if a yes in the task does something. */
export const isBooking = ({ api }: Task): boolean => api.input.some(({ name }) => name === REQUEST_TYPE);

/** The replies in the chart before its first query, in chart order. */
function beforeQuery(task: Task): string[] {
  const reached = [START];
  for (const node of reached)
    reached.push(...after(task, node).filter((next) => !QUERIES.includes(next) && !reached.includes(next)));
  return reached.slice(1);
}

/**
 * The labels of the assistant's questions by the requested input: first the chart's questions before its first query,
 * in chart order, then questions for other inputs that the query requires.
 */
export function questionsOf(task: Task): Map<string, string> {
  const labels = [...beforeQuery(task), ...Object.keys(task.asks)];
  const isAsked = (label: string, input: string): boolean =>
    beforeQuery(task).includes(label) || task.api.required.includes(input);
  const questions = new Map<string, string>();
  for (const label of labels) {
    const name = task.asks[label];
    if (name !== undefined && isAsked(label, name) && !questions.has(name)) questions.set(name, label);
  }
  return questions;
}

/**
 * The reply that invites the user to say what they want, if the chart asks for no single input first; otherwise null.
 */
export const invitationOf = (task: Task): string | null =>
  beforeQuery(task).some((label) => task.asks[label] !== undefined)
    ? null
    : (beforeQuery(task).flatMap((label) => task.replies[label] ?? [])[0] ?? null);

/** The labels that follow the two outcomes of a query. */
export interface OutcomeLabels {
  good: readonly string[];
  bad: readonly string[];
}

/** A chart with only one pair of outcomes gives those of the lookup before a booking. */
const hasAvailable = ({ edges }: Task): boolean => edges.some(([from]) => from === 'available');

/** The labels after the lookup that precedes a booking. */
export const outcomesOfLook = (task: Task): OutcomeLabels =>
  hasAvailable(task)
    ? { good: after(task, 'available'), bad: after(task, 'unavailable') }
    : { good: after(task, 'query_success'), bad: after(task, 'query_failure') };

/** The labels after a booking. */
export const outcomesOfBooking = (task: Task): OutcomeLabels => ({
  good: [...after(task, 'query_book'), ...(hasAvailable(task) ? after(task, 'query_success') : [])],
  bad: hasAvailable(task) ? after(task, 'query_failure') : [],
});

/** The words of the first label that has any; null if none has. */
export const wordsOfFirst = ({ replies }: Task, labels: readonly string[]): string | null =>
  labels.flatMap((label) => replies[label] ?? [])[0] ?? null;
