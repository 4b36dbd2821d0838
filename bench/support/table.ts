/** Prints rows under headings with aligned columns; numbers are right-aligned. */
export function printTable(title: string, headings: string[], rows: (string | number)[][]): void {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? round(cell) : cell)));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return typeof rows[0]?.[column] === 'number' ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  process.stdout.write(`\n${title}\n`);
  for (const row of [headings, widths.map((width) => '-'.repeat(width)), ...cells]) {
    process.stdout.write(`${line(row)}\n`);
  }
}

const round = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
