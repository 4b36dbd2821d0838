/** “Ok” as people of any language write it. The act readers of some languages know it only as a yes. */
export const OK: ReadonlySet<string> = new Set(['ok', 'okay', 'okey', 'oki', 'oke', 'okej', 'k']);
