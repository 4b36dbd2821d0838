import { isObject, type JsonObject } from '../typescript/exchange.ts';

/**
 * Reads additional query fields that a user typed as JSON. @returns undefined if the text is not a JSON
 * object
 */
export function readOwnFields(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
