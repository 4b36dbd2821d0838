/** The same function, which answers once for each text: it is asked of the same parts of a query again and again. */
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
