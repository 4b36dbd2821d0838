import { type Days, readDays } from '../domain/conversations/asked-days.ts';
import { fieldError } from '../domain/errors.ts';
import { isApplication, isUuid } from '../domain/versions/versions.ts';
import type { ApiRequest } from './request.ts';

/** A query parameter's single value; undefined if absent. @throws {ParleyError} if it is repeated */
export function parameter({ query }: Pick<ApiRequest, 'query'>, name: string): string | undefined {
  const [value, ...more] = query.get(name) ?? [];
  if (more.length > 0) throw fieldError(name, 'send it once');
  return value === '' ? undefined : value;
}

/** @throws {ParleyError} for anything but an integer from 1 to `most` */
export function limitParameter(request: ApiRequest, byDefault: number, most: number): number {
  const text = parameter(request, 'limit');
  if (text === undefined) return byDefault;
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > most) throw fieldError('limit', `send a whole number from 1 to ${most}`);
  return limit;
}

/** @throws {ParleyError} for any other value */
export function choiceParameter<Choice extends string>(
  request: ApiRequest,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = parameter(request, name);
  const chosen = choices.find((choice) => choice === text);
  if (text !== undefined && chosen === undefined) {
    throw fieldError(name, `send one of ${choices.join(', ')}`);
  }
  return chosen;
}

/** A UUID in lower case. @throws {ParleyError} if it is invalid or missing */
export function uuidParameter(request: ApiRequest, name: string): string {
  const id = parameter(request, name)?.toLowerCase();
  if (id === undefined || !isUuid(id)) throw fieldError(name, 'send a UUID');
  return id;
}

/** The version and application that filter an answer. */
export function versionParameters(request: ApiRequest): { versionId?: string; application?: string } {
  const versionId = parameter(request, 'ai_version')?.toLowerCase();
  const application = parameter(request, 'application');
  if (versionId !== undefined && !isUuid(versionId)) throw fieldError('ai_version', 'send a UUID');
  if (application !== undefined && !isApplication(application)) {
    throw fieldError('application', 'use the form env_name:app_name');
  }
  return { ...(versionId && { versionId }), ...(application && { application }) };
}

/** `from` and `to`: UTC days, both included. @throws {ParleyError} as `readDays` */
export const daysParameters = (request: ApiRequest, mostDays: number): Days =>
  readDays({ from: parameter(request, 'from'), to: parameter(request, 'to') }, request.now, mostDays);
