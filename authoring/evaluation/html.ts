import { OUT_OF_SCOPE } from '../../engine/assistant.ts';
import { STYLE } from './html-style.ts';
import type { Confusion, LabelMeasures, Measures } from './measure.ts';
import type { SlotMeasures } from './measure-slots.ts';
import type { Report } from './report.ts';
import { FIGURES, percent } from './table.ts';

/** Maximum labels in the matrix; with more, it shows the most confused ones. */
const MOST_IN_MATRIX = 60;
const MOST_MISTAKES = 200;

/** A self-contained page without scripts, fonts or images. */
export function toHtml(report: Report): string {
  const { assistant, folds, seed, overall } = report;
  const title = `Evaluation of ${assistant}`;
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p class="soft">${folds}-fold cross-validation, seed ${seed}: each utterance was tested on an assistant trained without it.</p>`,
    tiles(overall),
    languages(report),
    histogram(overall),
    confusions(overall.confusions),
    matrix(overall),
    labels(overall.labels),
    slots(overall.slots),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body.filter((part) => part !== '').join('\n')}
</body>
</html>
`;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const tiles = (measures: Measures): string =>
  `<ul class="tiles">${FIGURES.map(({ name, of }) => `<li><b>${of(measures)}</b><span>${name}</span></li>`).join('')}</ul>`;

function table(head: readonly string[], rows: readonly (readonly string[])[], textColumns = 1): string {
  const cell = (value: string, column: number) =>
    column < textColumns ? `<td class="text">${value}</td>` : `<td>${value}</td>`;
  const lines = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`);
  const names = head
    .map((name, column) => `<th scope="col"${column < textColumns ? ' class="text"' : ''}>${name}</th>`)
    .join('');
  return `<div class="scroll"><table><thead><tr>${names}</tr></thead><tbody>${lines.join('\n')}</tbody></table></div>`;
}

function languages(report: Report): string {
  const entries = Object.entries(report.languages);
  if (entries.length < 2) return '';
  const rows = FIGURES.map(({ name, of }) => [name, ...entries.map(([, measures]) => of(measures))]);
  return `<section><h2>Languages</h2>${table(['', ...entries.map(([name]) => escapeHtml(name))], rows)}</section>`;
}

/** A stacked bar chart of right and wrong answers by confidence. */
function histogram({ confidence, ece }: Measures): string {
  const [width, height, left, bottom] = [640, 240, 44, 26];
  const most = Math.max(1, ...confidence.map(({ right, wrong }) => right + wrong));
  const step = (width - left) / confidence.length;
  const tall = (count: number): number => ((height - bottom - 18) * count) / most;
  const bars = confidence.map(({ from, to, right, wrong }, index) => {
    const x = (left + index * step + 3).toFixed(1);
    const base = height - bottom;
    const bar = (kind: string, count: number, under: number) =>
      `<rect class="bar-${kind}" x="${x}" y="${(base - tall(count + under)).toFixed(1)}" width="${(step - 6).toFixed(1)}" height="${tall(count).toFixed(1)}"><title>${Math.round(from * 100)}–${Math.round(to * 100)} %: ${count} ${kind}</title></rect>`;
    const label = `<text x="${x}" y="${height - 8}">${Math.round(from * 100)} %</text>`;
    return bar('right', right, 0) + bar('wrong', wrong, right) + label;
  });
  const axis = `<line x1="${left}" y1="${height - bottom}" x2="${width}" y2="${height - bottom}"/>`;
  const top = `<text x="0" y="14">${most}</text>`;
  return `<section><h2>Confidence</h2>
<p>How many answers of each confidence were right (below) and wrong (above). Well calibrated, 80 % of the answers of 80 % confidence are right; on average the two differ by ${percent(ece)}.</p>
<figure><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Histogram of confidence">${axis}${top}${bars.join('')}</svg></figure></section>`;
}

function confusions(pairs: readonly Confusion[]): string {
  if (pairs.length === 0) return '';
  const items = pairs.map(({ expected, predicted, utterances }, index) => {
    const lines = utterances.map(
      ({ text, language, confidence }) =>
        `<li>${escapeHtml(text)} <span class="count">${escapeHtml(language)}, ${percent(confidence)}</span></li>`,
    );
    const names = `${escapeHtml(expected)} taken for <b>${escapeHtml(predicted)}</b>`;
    return `<details${index < 5 ? ' open' : ''}><summary>${names} <span class="count">${utterances.length}</span></summary><ul>${lines.join('')}</ul></details>`;
  });
  return `<section><h2>Confused</h2><p>Most frequent first. Move the responsible utterances to the right state, or add more like them there.</p>${items.join('\n')}</section>`;
}

/** The confusion matrix: actual labels by row, predicted labels by column. */
function matrix({
  labels: all,
  confusions: pairs,
  out_of_scope_utterances: outside,
  oos_recall: recall,
}: Measures): string {
  const counts = new Map<string, number>();
  for (const { label, utterances, recall: share } of all)
    counts.set(`${label}\n${label}`, Math.round(utterances * share));
  counts.set(`${OUT_OF_SCOPE}\n${OUT_OF_SCOPE}`, Math.round(outside * (recall ?? 0)));
  for (const { expected, predicted, utterances } of pairs)
    counts.set(`${expected}\n${predicted}`, utterances.length);
  const names = [...all.map(({ label }) => label).sort(), OUT_OF_SCOPE];
  const confused = new Set(pairs.flatMap(({ expected, predicted }) => [expected, predicted]));
  const most = new Set([...confused].slice(0, MOST_IN_MATRIX));
  const shown = names.length <= MOST_IN_MATRIX ? names : names.filter((name) => most.has(name));
  if (shown.length === 0) return '';
  const size = new Map([
    ...all.map(({ label, utterances }) => [label, utterances] as const),
    [OUT_OF_SCOPE, outside],
  ]);
  const cell = (row: string, column: string): string => {
    const count = counts.get(`${row}\n${column}`) ?? 0;
    if (count === 0) return '<td></td>';
    const much = (0.15 + (0.75 * count) / Math.max(1, size.get(row) ?? 1)).toFixed(2);
    return `<td class="${row === column ? 'right' : 'wrong'}" style="--much: ${much}" title="${escapeHtml(`${row} → ${column}`)}">${count}</td>`;
  };
  const head = shown.map((name) => `<th scope="col"><span>${escapeHtml(name)}</span></th>`).join('');
  const rows = shown.map(
    (row) =>
      `<tr><th scope="row">${escapeHtml(row)}</th>${shown.map((column) => cell(row, column)).join('')}</tr>`,
  );
  const kind =
    most.size < confused.size
      ? `the ${most.size} states that were confused most often`
      : 'states that were confused';
  const note = shown.length < names.length ? ` Only ${kind} are shown.` : '';
  return `<section><h2>Confusion matrix</h2><p>Rows: the state that an utterance belongs to. Columns: what it was taken for.${note}</p>
<div class="scroll"><table class="matrix"><thead><tr><th></th>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div></section>`;
}

function labels(lines: readonly LabelMeasures[]): string {
  const rows = lines.map(({ label, f1, precision, recall, utterances }) => [
    escapeHtml(label),
    percent(f1),
    percent(precision),
    percent(recall),
    String(utterances),
  ]);
  return `<section><h2>States</h2>${table(['', 'F1', 'precision', 'recall', 'utterances'], rows)}</section>`;
}

function slots({ slots: lines, mistakes }: SlotMeasures): string {
  if (lines.length === 0) return '';
  const rows = lines.map(({ competency, slot, marked, precision, recall, f1 }) => [
    `${escapeHtml(competency)} · ${escapeHtml(slot)}`,
    percent(f1),
    percent(precision),
    percent(recall),
    String(marked),
  ]);
  const words = (value: string | null) => (value === null ? '–' : escapeHtml(value));
  const wrong = mistakes
    .slice(0, MOST_MISTAKES)
    .map(({ text, language, slot, expected, found }) => [
      escapeHtml(text),
      escapeHtml(language),
      escapeHtml(slot),
      words(expected),
      words(found),
    ]);
  const list =
    wrong.length === 0
      ? ''
      : `<h2>Slot mistakes</h2>${table(['utterance', 'language', 'slot', 'marked', 'found'], wrong, 5)}`;
  return `<section><h2>Slots</h2><p>A value counts as found if its slot and exact position are right, given the competency of the utterance.</p>${table(['', 'F1', 'precision', 'recall', 'marked'], rows)}${list}</section>`;
}
