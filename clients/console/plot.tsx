import type { JSX } from 'preact';
import { Table } from './fields.tsx';
import { shortDay } from './format.ts';
import { useLanguage, useTexts } from './language.ts';
import { gridOf, largestOf, runsOf, type Series, sumUpTo } from './plot-scale.ts';

interface PlotProps {
  title: string;
  /** Bars are stacked; lines share an axis. */
  kind: 'bars' | 'lines';
  /** `YYYY-MM-DD`, earliest first. */
  days: readonly string[];
  series: readonly Series[];
  /** Formats a value. */
  format: (value: number) => string;
  /** The top of the axis. Default: the highest value. */
  top?: number;
}

/** Values by day, as a plot and a table. */
export function Plot({ title, kind, days, series, format, top }: PlotProps): JSX.Element {
  const texts = useTexts();
  const language = useLanguage();
  const grid = gridOf(top ?? largestOf(kind, series));
  const height = grid.at(-1) ?? 1;
  const valueAt = ({ values }: Series, day: number): string => {
    const value = values[day];
    return value == null ? '–' : format(value);
  };
  const shownDays = [0, Math.floor((days.length - 1) / 2), days.length - 1];
  return (
    <figure class="plot">
      <figcaption>{title}</figcaption>
      <ul class="legend">
        {series.map(({ name, shade }, index) => (
          <li key={name} class={`shade-${shade ?? index + 1}`}>
            {name}
          </li>
        ))}
      </ul>
      <div class="frame">
        <div class="heights" aria-hidden="true">
          {grid.toReversed().map((value) => (
            <span key={value}>{format(value)}</span>
          ))}
        </div>
        <svg
          viewBox={`0 0 ${days.length} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={texts.plot.picture(title)}
        >
          {grid.map((value) => (
            <line key={value} class="grid" x1="0" x2={days.length} y1={height - value} y2={height - value} />
          ))}
          {series.map((line, index) => (
            <g key={line.name} class={`${kind} shade-${line.shade ?? index + 1}`}>
              {kind === 'bars' ? (
                <Bars series={series} index={index} height={height} />
              ) : (
                <Lines series={line} height={height} />
              )}
            </g>
          ))}
          {days.map((day, index) => (
            <rect key={day} class="day" x={index} y="0" width="1" height={height}>
              <title>
                {[
                  shortDay(language, day),
                  ...series.map((line) => `${line.name}: ${valueAt(line, index)}`),
                ].join('\n')}
              </title>
            </rect>
          ))}
        </svg>
        <div class="days" aria-hidden="true">
          {[...new Set(shownDays)].map((index) => (
            <span key={index}>{shortDay(language, days[index] ?? '')}</span>
          ))}
        </div>
      </div>
      <details>
        <summary>{texts.plot.asTable}</summary>
        <Table caption={title} head={[texts.plot.day, ...series.map(({ name }) => name)]}>
          {days.map((day, index) => (
            <tr key={day}>
              <th scope="row">{shortDay(language, day)}</th>
              {series.map((line) => (
                <td key={line.name}>{valueAt(line, index)}</td>
              ))}
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  );
}

function Bars({
  series,
  index,
  height,
}: {
  series: readonly Series[];
  index: number;
  height: number;
}): JSX.Element {
  return (
    <>
      {series[index]?.values.map((value, day) => {
        if (value === null || value === 0) return null;
        const top = height - sumUpTo(series, index, day) - value;
        return <rect key={day} x={day + 0.15} y={top} width="0.7" height={value} />;
      })}
    </>
  );
}

/** A single day gets a short line, since a point would be invisible. */
function Lines({ series, height }: { series: Series; height: number }): JSX.Element {
  return (
    <>
      {runsOf(series.values).map((run) => {
        const [[day, value] = [0, 0]] = run;
        const points = run.map(([at, high]) => `${at + 0.5},${height - high}`);
        if (points.length === 1) points.push(`${day + 0.75},${height - value}`);
        return <polyline key={day} points={points.join(' ')} />;
      })}
    </>
  );
}
