import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Parley, VersionList } from '../typescript/index.ts';
import { shortId } from './format.ts';
import { useTexts } from './language.ts';
import { type Loaded, useAccess, useLoaded } from './loaded.tsx';

interface FieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
}

/** A line of text with its label; `known` are values to choose from. */
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
  /** Told when its user is done with it. */
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
        // Preact's types tell inputs apart by this; what is set here, all of these have.
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

/** A choice of several values, each with its name. */
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

/** The application that a page is about; what is typed counts once it is whole. */
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
  // The way back in the browser's history changes it too.
  useEffect(() => setTyped(value), [value]);
  return <TextField label={application} value={typed} known={known} onInput={setTyped} onChange={onChoose} />;
}

/**
 * The filters of a page that is about the last days and an application; a page's own come as its children.
 * @param span days, of `spans`
 * @param onChoose told what is to change of the page's address
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

/** A change that asks once more before it is made. */
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
  // A user who decides by the keyboard stays where they were.
  const focus = (button: HTMLButtonElement | null) => void (begun.current && button?.focus());
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

/** A table that scrolls by itself where the window is narrow. */
export function Table({
  caption,
  head,
  children,
}: {
  caption: string;
  head: readonly string[];
  children: ComponentChildren;
}): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section class="scroll" aria-label={caption} tabIndex={0}>
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
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

export type AiVersion = VersionList['versions'][number];

/** The AI versions, for who may see them; for others there are none to choose from. */
export function useVersions(again: unknown = 0): Loaded<VersionList> {
  const { parley, scopes } = useAccess();
  return useLoaded(
    async (signal) =>
      scopes.includes('version_write') ? everyVersion(parley, signal) : { versions: [], assignments: [] },
    [again],
  );
}

/** All pages of the list as one. */
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

/** The applications that something serves. */
export const applicationsOf = (loaded: Loaded<VersionList>): string[] =>
  (loaded.state === 'failed' ? [] : (loaded.value?.assignments ?? []))
    .map(({ application }) => application)
    .filter((application) => application !== 'default');

/** The latest first, each by its name and the begin of its id. */
export const versionChoices = (versions: readonly AiVersion[]): [value: string, name: string][] =>
  versions
    .toReversed()
    .map(({ ai_version, name }): [string, string] => [ai_version, `${name} ${shortId(ai_version)}`]);
