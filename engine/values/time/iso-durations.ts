/** The parts of a duration. Months have no length in days, and days none in minutes where clocks change. */
export interface DurationParts {
  months: number;
  days: number;
  minutes: number;
}

/** A duration as `durationAt` writes it: years, months, weeks, days, then hours and minutes. */
const DURATION = /^P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?)?$/;

/** Reads an ISO 8601 duration in the form of values: `P2W`, `PT1H30M`. Null for any other text. */
export function partsOfDuration(text: string): DurationParts | null {
  const parts = DURATION.exec(text);
  if (parts === null) return null;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  return { months: 12 * years + months, days: 7 * weeks + days, minutes: 60 * hours + minutes };
}

/** The amount of each unit of a duration. */
export type Amounts = Record<'years' | 'months' | 'weeks' | 'days' | 'hours' | 'minutes', number>;

/** Writes a duration without the units that it has none of. */
export function isoDuration({ years, months, weeks, days, hours, minutes }: Amounts): string {
  const written = (...amounts: [number, string][]): string =>
    amounts.map(([amount, unit]) => (amount === 0 ? '' : `${amount}${unit}`)).join('');
  const date = written([years, 'Y'], [months, 'M'], [weeks, 'W'], [days, 'D']);
  const time = written([hours, 'H'], [minutes, 'M']);
  return date === '' && time === '' ? 'PT0M' : `P${date}${time === '' ? '' : `T${time}`}`;
}
