import { isObject, type JsonObject } from '../typescript/exchange.ts';

/** Fields of a query that the service does not know, as somebody typed them. @returns undefined for what is no JSON object */
export function readOwnFields(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
