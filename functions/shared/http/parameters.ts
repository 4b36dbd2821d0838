import { dayOf, daysBefore, isDay } from '../domain/days.ts';
import { fieldError } from '../domain/errors.ts';
import { isApplication, isUuid } from '../domain/versions.ts';
import type { ApiRequest } from './request.ts';

/** The only value of a query parameter, undefined where it is left out. @throws {ParleyError} where it is repeated */
export function parameter({ query }: Pick<ApiRequest, 'query'>, name: string): string | undefined {
  const [value, ...more] = query.get(name) ?? [];
  if (more.length > 0) throw fieldError(name, 'send it once');
  return value === '' ? undefined : value;
}

/** @throws {ParleyError} for anything but a whole number from 1 to `most` */
export function limitParameter(request: ApiRequest, byDefault: number, most: number): number {
  const text = parameter(request, 'limit');
  if (text === undefined) return byDefault;
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > most) throw fieldError('limit', `send a whole number from 1 to ${most}`);
  return limit;
}

/** @throws {ParleyError} for a value that is not one of these */
export function choiceParameter<Choice extends string>(
  request: ApiRequest,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = parameter(request, name);
  const choice = choices.find((one) => one === text);
  if (text !== undefined && choice === undefined) {
    throw fieldError(name, `send one of ${choices.join(', ')}`);
  }
  return choice;
}

/** The version and the application that an answer is narrowed to. */
export function versionParameters(request: ApiRequest): { versionId?: string; application?: string } {
  const versionId = parameter(request, 'ai_version')?.toLowerCase();
  const application = parameter(request, 'application');
  if (versionId !== undefined && !isUuid(versionId)) throw fieldError('ai_version', 'send a UUID');
  if (application !== undefined && !isApplication(application)) {
    throw fieldError('application', 'send it as env_name:app_name');
  }
  return { ...(versionId && { versionId }), ...(application && { application }) };
}

/** Days that lie further back have nothing any more. */
const OLDEST_DAYS = 400;
/** Without `from`, as many days up to `to`. */
const DEFAULT_DAYS = 7;

/**
 * `from` and `to`: days in UTC, both included; the last seven by default.
 * @param mostDays how many there may be
 * @throws {ParleyError} for what is no day, is too long ago, to come, in the wrong order, or too many
 */
export function daysParameters(request: ApiRequest, mostDays: number): { from: string; to: string } {
  const today = dayOf(request.now);
  const to = dayParameter(request, 'to', today) ?? today;
  const from = dayParameter(request, 'from', today) ?? daysBefore(to, DEFAULT_DAYS - 1);
  if (from > to) throw fieldError('from', 'send a day that is not after to');
  if (from < daysBefore(to, mostDays - 1)) throw fieldError('from', `send at most ${mostDays} days`);
  return { from, to };
}

function dayParameter(request: ApiRequest, name: string, today: string): string | undefined {
  const day = parameter(request, name);
  if (day === undefined) return undefined;
  if (!isDay(day)) throw fieldError(name, 'send a day like 2030-01-31');
  if (day > today) throw fieldError(name, 'send a day that is not to come');
  if (day < daysBefore(today, OLDEST_DAYS)) {
    throw fieldError(name, `send a day of the last ${OLDEST_DAYS}`);
  }
  return day;
}
