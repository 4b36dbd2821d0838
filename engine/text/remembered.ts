/** Caches a function's result for each text, since readers ask about the same parts of a query repeatedly. */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, { value: T }>();
  return (text) => {
    let reading = known.get(text);
    if (reading === undefined) {
      reading = { value: read(text) };
      known.set(text, reading);
    }
    return reading.value;
  };
}
