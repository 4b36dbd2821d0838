import { type ComponentChildren, cloneElement, isValidElement, type JSX, toChildArray } from 'preact';
import { useCallback, useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Parley, VersionList } from '../typescript/index.ts';
import { shortId } from './format.ts';
import { useTexts } from './language.ts';
import { type Loaded, useAccess, useLoaded } from './loaded.tsx';

interface FieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
}

/** A labelled line of text; `known` are suggested values. */
export function TextField({
  label,
  value,
  onInput,
  known = [],
  hint,
  type = 'text',
  onChange,
  ...input
}: FieldProps & {
  /** Called when the user has finished editing. */
  onChange?: (value: string) => void;
  known?: readonly string[];
  hint?: string;
  type?: 'text' | 'date' | 'number' | 'password';
  required?: boolean;
  autocomplete?: string;
  pattern?: string;
  min?: string;
  max?: string;
  dir?: 'auto';
}): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...input}
        // Preact's types distinguish inputs by type; the attributes set here exist on all of them.
        type={type as 'text'}
        id={id}
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
        {...(known.length > 0 && { list: `${id}-known` })}
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
      />
      {known.length > 0 && (
        <datalist id={`${id}-known`}>
          {known.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
      {hint !== undefined && (
        <p class="soft" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** A labelled choice of values, each with a name. */
export function ChoiceField({
  label,
  value,
  onInput,
  choices,
}: FieldProps & { choices: readonly (readonly [value: string, name: string])[] }): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onInput(currentTarget.value)}>
        {choices.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The application that a page shows; changes apply when the user has finished typing. */
export function ApplicationField({
  value,
  known,
  onChoose,
}: {
  value: string;
  known: readonly string[];
  onChoose: (value: string) => void;
}): JSX.Element {
  const { application } = useTexts();
  const [typed, setTyped] = useState(value);
  // The browser's back button changes the value too.
  useEffect(() => setTyped(value), [value]);
  return <TextField label={application} value={typed} known={known} onInput={setTyped} onChange={onChoose} />;
}

/**
 * The filters of a page for a number of days and an application; `children` are further filters.
 * @param span the number of days, from `spans`
 * @param onChoose called with the changes to the page's address
 */
export function SpanFilters({
  span,
  spans,
  application,
  versions,
  onChoose,
  children,
}: {
  span: string;
  spans: readonly string[];
  application: string;
  versions: Loaded<VersionList>;
  onChoose: (change: Record<string, string>) => void;
  children?: ComponentChildren;
}): JSX.Element {
  const texts = useTexts();
  return (
    <form class="filters" aria-label={texts.filters} onSubmit={(event) => event.preventDefault()}>
      <ChoiceField
        label={texts.overview.span}
        value={span}
        onInput={(days) => onChoose({ days })}
        choices={spans.map((count) => [count, texts.overview.days(Number(count))])}
      />
      <ApplicationField
        value={application}
        known={applicationsOf(versions)}
        onChoose={(chosen) => onChoose({ application: chosen })}
      />
      {children}
    </form>
  );
}

/** A button that asks for confirmation. */
export function SureButton({
  label,
  question,
  onSure,
  busy,
}: {
  label: string;
  question: string;
  onSure: () => void;
  busy: boolean;
}): JSX.Element {
  const { sure } = useTexts();
  const [asked, setAsked] = useState(false);
  const begun = useRef(false);
  // Keeps the focus for keyboard users. The same function each time, or every update would take the focus from "no".
  const focus = useCallback((button: HTMLButtonElement | null) => {
    if (begun.current) button?.focus();
  }, []);
  const ask = () => {
    begun.current = true;
    setAsked(true);
  };
  if (!asked) {
    return (
      <button type="button" class="second" disabled={busy} ref={focus} onClick={ask}>
        {label}
      </button>
    );
  }
  const decide = (isSure: boolean) => () => {
    setAsked(false);
    if (isSure) onSure();
  };
  return (
    <fieldset class="sure">
      <legend>{question}</legend>
      <button type="button" ref={focus} onClick={decide(true)}>
        {sure.yes}
      </button>
      <button type="button" class="second" onClick={decide(false)}>
        {sure.no}
      </button>
    </fieldset>
  );
}

/**
 * A table that scrolls if the window is narrow.
 * @param props.asCards each row is a card there instead, for rows with buttons, which a scrolling table would hide
 */
export function Table({
  caption,
  head,
  asCards = false,
  children,
}: {
  caption: string;
  head: readonly string[];
  asCards?: boolean;
  children: ComponentChildren;
}): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section class={asCards ? 'scroll cards' : 'scroll'} aria-label={caption} tabIndex={0}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{asCards ? toChildArray(children).map((row) => labelled(row, head)) : children}</tbody>
      </table>
    </section>
  );
}

type Child = ReturnType<typeof toChildArray>[number];

/** The row with its columns' titles beside its cells, and with its meaning where it is not shown as a table's row. */
function labelled(row: Child, head: readonly string[]): Child {
  if (!isValidElement(row)) return row;
  const { children } = row.props as { children?: ComponentChildren };
  const cells = toChildArray(children).map((cell, index) =>
    isValidElement(cell)
      ? cloneElement(cell, {
          'data-label': head[index],
          role: cell.type === 'th' ? 'rowheader' : 'cell',
        })
      : cell,
  );
  return cloneElement(row, { role: 'row' }, cells);
}

export type AiVersion = VersionList['versions'][number];

/** The AI versions; none for people who may not see them. */
export function useVersions(again: unknown = 0): Loaded<VersionList> {
  const { parley, scopes } = useAccess();
  return useLoaded(
    async (signal) =>
      scopes.includes('version_write') ? everyVersion(parley, signal) : { versions: [], assignments: [] },
    [again],
  );
}

/** All pages of the list. */
async function everyVersion(parley: Parley, signal: AbortSignal): Promise<VersionList> {
  const versions: AiVersion[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await parley.listVersions({ ...(cursor && { cursor }) }, { signal });
    versions.push(...page.versions);
    cursor = page.next_cursor;
    if (cursor === undefined) return { versions, assignments: page.assignments };
  }
}

/** The applications that have an assigned version. */
export const applicationsOf = (loaded: Loaded<VersionList>): string[] =>
  (loaded.state === 'failed' ? [] : (loaded.value?.assignments ?? []))
    .map(({ application }) => application)
    .filter((application) => application !== 'default');

/** The most characters of a note beside a version's id. */
const SHORT_NOTE = 40;

const shortNote = (note: string | null): string =>
  note === null ? '' : ` (${note.length > SHORT_NOTE ? `${note.slice(0, SHORT_NOTE)}…` : note})`;

/** Version choices, latest first, each with its name, the start of its id, and its note. */
export const versionChoices = (versions: readonly AiVersion[]): [value: string, name: string][] =>
  versions
    .toReversed()
    .map(({ ai_version, name, note }): [string, string] => [
      ai_version,
      `${name} ${shortId(ai_version)}${shortNote(note)}`,
    ]);
