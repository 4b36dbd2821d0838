/** Converts `FindBus` to `find_bus`. */
export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();

/** Converts `FindBus` to `find bus`. */
export const plainName = (name: string): string => snakeCase(name).replaceAll('_', ' ');
