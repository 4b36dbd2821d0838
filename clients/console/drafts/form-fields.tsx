import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { directionOf, useTexts } from '../language.ts';
import { append, type Path, put, remove } from './edit-yaml.ts';
import { isRecord, recordOf } from './form-data.ts';

/** A file as a form shows and edits it. */
export interface FormFile {
  path: string;
  data: Record<string, unknown>;
  /** The languages of the assistant; the first is the default. */
  languages: readonly string[];
  /** The names of entities. */
  entities: readonly string[];
  /**
   * Edits the file's text, and shows a message if the form cannot make the edit.
   * @returns false if nothing was changed
   */
  change: (edit: (source: string) => string) => boolean;
}

/** A text field that writes to the file when it loses focus. */
export function FileText({
  label,
  value,
  language,
  isLong = false,
  known = [],
  onCommit,
}: {
  label: string;
  value: string;
  /** The language of the text, if known. */
  language?: string;
  isLong?: boolean;
  known?: readonly string[];
  /** @returns false if the text could not be written */
  onCommit: (text: string) => boolean;
}): JSX.Element {
  const id = useId();
  const [typed, setTyped] = useState(value);
  // Another view or another author may have changed the text.
  useEffect(() => setTyped(value), [value]);
  const field = {
    id,
    value: typed,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => setTyped(currentTarget.value),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      if (currentTarget.value !== value && !onCommit(currentTarget.value)) setTyped(value);
    },
    ...(language !== undefined && { lang: language, dir: directionOf(language) }),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {isLong ? (
        <textarea {...field} rows={Math.min(12, Math.max(2, typed.split('\n').length))} />
      ) : (
        <input {...field} type="text" autocomplete="off" {...(known.length > 0 && { list: `${id}-known` })} />
      )}
      {known.length > 0 && (
        <datalist id={`${id}-known`}>
          {known.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </div>
  );
}

/** A boolean of the file, which is false if absent. */
export function FileFlag({
  file,
  label,
  at,
  value,
}: {
  file: FormFile;
  label: string;
  at: Path;
  value: unknown;
}): JSX.Element {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={value === true}
        onChange={({ currentTarget: { checked } }) =>
          file.change((source) => (checked || value !== undefined ? put(source, at, checked) : source))
        }
      />
      {label}
    </label>
  );
}

/** A text with a field for each language; a text with parts has a field for each part. */
export function Saying({
  file,
  label,
  at,
  value,
}: {
  file: FormFile;
  label: string;
  at: Path;
  value: unknown;
}): JSX.Element {
  const texts = recordOf(value);
  const languages = [...new Set([...file.languages, ...Object.keys(texts)])];
  return (
    <fieldset class="saying">
      <legend>{label}</legend>
      {languages.map((language) => (
        <Said
          key={language}
          file={file}
          label={language}
          language={language}
          at={[...at, language]}
          value={texts[language]}
        />
      ))}
    </fieldset>
  );
}

function Said({
  file,
  label,
  language,
  at,
  value,
}: {
  file: FormFile;
  label: string;
  language: string;
  at: Path;
  value: unknown;
}): JSX.Element {
  if (Array.isArray(value)) {
    return (
      <>
        {value.map((each, index) => (
          <Said
            // Alternatives of a text have no key but their index.
            key={String(index)}
            file={file}
            label={`${label} ${index + 1}`}
            language={language}
            at={[...at, index]}
            value={each}
          />
        ))}
      </>
    );
  }
  if (isRecord(value)) {
    return (
      <>
        {Object.entries(value).map(([part, each]) => (
          <Said
            key={part}
            file={file}
            label={`${label}, ${part}`}
            language={language}
            at={[...at, part]}
            value={each}
          />
        ))}
      </>
    );
  }
  return (
    <FileText
      label={label}
      value={value === undefined || value === null ? '' : String(value)}
      language={language}
      isLong
      onCommit={(text) => file.change((source) => (text === '' ? remove(source, at) : put(source, at, text)))}
    />
  );
}

/** A form with one name field that adds something to the file. */
export function AddForm({
  label,
  short,
  field,
  known = [],
  language,
  isWrittenOnSave = false,
  check,
  onAdd,
}: {
  label: string;
  /** The visible text of the button, if shorter than its label. */
  short?: string;
  field: string;
  known?: readonly string[];
  language?: string;
  /** True if saving the draft adds what is typed; a name may still be half of one. */
  isWrittenOnSave?: boolean;
  /** @returns what is wrong with the name */
  check?: (name: string) => string | undefined;
  /** @returns false if the name could not be added */
  onAdd: (name: string) => boolean;
}): JSX.Element {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const send = (event: Event) => {
    event.preventDefault();
    const name = typed.trim();
    if (name === '') return;
    const wrong = check?.(name);
    setProblem(wrong);
    if (wrong === undefined && onAdd(name)) setTyped('');
  };
  return (
    <form
      class="add"
      aria-label={label}
      data-unwritten={(isWrittenOnSave && typed.trim() !== '') || undefined}
      onSubmit={send}
    >
      <div class="field">
        <label for={id}>{field}</label>
        <input
          id={id}
          type="text"
          value={typed}
          autocomplete="off"
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          {...(known.length > 0 && { list: `${id}-known` })}
          {...(language !== undefined && { lang: language, dir: directionOf(language) })}
          {...(problem !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-problem` })}
        />
        {known.length > 0 && (
          <datalist id={`${id}-known`}>
            {known.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        )}
      </div>
      <button type="submit" class="second" {...(short !== undefined && { 'aria-label': label })}>
        {short ?? label}
      </button>
      {problem !== undefined && (
        <p id={`${id}-problem`} class="failure" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

/** Items per page of a list. */
const PAGE_SIZE = 50;

/** A long list in pages, with a filter, so that ten thousand items render as fast as fifty. */
export function PagedList<Item>({
  items,
  name,
  textOf,
  children,
}: {
  items: readonly Item[];
  /** The name of the list's content, for its labels. */
  name: string;
  textOf: (item: Item) => string;
  /** Renders an item. `index` is its position in the whole list. */
  children: (item: Item, index: number) => JSX.Element;
}): JSX.Element {
  const { form: words } = useTexts().drafts;
  const [wanted, setWanted] = useState('');
  const [page, setPage] = useState(0);
  const id = useId();
  const lower = wanted.toLowerCase();
  const found = items
    .map((item, index) => ({ item, index }))
    .filter(({ item }) => lower === '' || textOf(item).toLowerCase().includes(lower));
  const length = useRef(items.length);
  useEffect(() => {
    // New items are at the end.
    if (items.length > length.current) setPage(Number.POSITIVE_INFINITY);
    length.current = items.length;
  }, [items.length]);
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const shown = Math.min(page, pages - 1);
  return (
    <>
      {items.length > PAGE_SIZE && (
        <div class="pager">
          <div class="field">
            <label for={id}>{words.filter(name)}</label>
            <input
              id={id}
              type="search"
              value={wanted}
              onInput={({ currentTarget }) => setWanted(currentTarget.value)}
            />
          </div>
          <button
            type="button"
            class="second"
            disabled={shown === 0}
            aria-label={words.previousPage(name)}
            onClick={() => setPage(shown - 1)}
          >
            ←
          </button>
          <span role="status">{words.page(shown + 1, pages, found.length)}</span>
          <button
            type="button"
            class="second"
            disabled={shown === pages - 1}
            aria-label={words.nextPage(name)}
            onClick={() => setPage(shown + 1)}
          >
            →
          </button>
          <button
            type="button"
            class="second"
            disabled={shown === pages - 1}
            onClick={() => setPage(pages - 1)}
          >
            {words.lastPage}
          </button>
        </div>
      )}
      <ul class="items" aria-label={name}>
        {found
          .slice(shown * PAGE_SIZE, (shown + 1) * PAGE_SIZE)
          .map(({ item, index }) => children(item, index))}
      </ul>
    </>
  );
}

/** A list of plain texts that can be edited, removed and added at the end. */
export function TextList({
  file,
  name,
  at,
  values,
  language,
}: {
  file: FormFile;
  name: string;
  at: Path;
  values: readonly string[];
  language?: string;
}): JSX.Element {
  const { form: words } = useTexts().drafts;
  return (
    <>
      <PagedList items={values} name={name} textOf={(text) => text}>
        {(text, index) => (
          <li key={`${index} ${text}`} class="item">
            <FileText
              label={words.itemOf(name, index + 1)}
              value={text}
              {...(language !== undefined && { language })}
              onCommit={(typed) => file.change((source) => put(source, [...at, index], typed))}
            />
            <button
              type="button"
              class="plain"
              aria-label={words.removeItem(text)}
              onClick={() => file.change((source) => remove(source, [...at, index]))}
            >
              ×
            </button>
          </li>
        )}
      </PagedList>
      <AddForm
        label={words.addTo(name)}
        short={words.add}
        field={words.newItem(name)}
        {...(language !== undefined && { language })}
        isWrittenOnSave
        onAdd={(text) => file.change((source) => append(source, at, text))}
      />
    </>
  );
}
