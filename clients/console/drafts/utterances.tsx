import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { directionOf, useTexts } from '../language.ts';
import { append, type Path, put, remove } from './edit-yaml.ts';
import { AddForm, type FormFile, PagedList } from './form-fields.tsx';
import { type MarkedText, readMarks, retyped, stretchesOf, withMark, writeMarks } from './marks.ts';

/**
 * The number of mark colours. A sixth slot reuses the first colour; every mark also shows its slot's name.
 */
const SHADES = 5;

const shadeOf = (slot: string, slots: readonly string[]): string =>
  `shade-${(Math.max(0, slots.indexOf(slot)) % SHADES) + 1}`;

/** The utterances of a state in one language with their marks, editable one at a time. */
export function Utterances({
  file,
  name,
  at,
  values,
  language,
  slots,
}: {
  file: FormFile;
  name: string;
  at: Path;
  values: readonly string[];
  language: string;
  slots: readonly string[];
}): JSX.Element {
  const { form: words } = useTexts().drafts;
  const [edited, setEdited] = useState<{ index: number; selected?: [number, number] }>();
  // Keyboard users continue where they were.
  const leftAt = useRef<number | undefined>(undefined);
  const focusIfLeft = (index: number) => (button: HTMLButtonElement | null) => {
    if (button === null || leftAt.current !== index) return;
    leftAt.current = undefined;
    button.focus();
  };
  const removeAt = (index: number) => {
    leftAt.current = Math.max(0, Math.min(index, values.length - 2));
    file.change((text) => remove(text, [...at, index]));
  };
  const done = (index: number, source: string) => (changed: string | undefined) => {
    leftAt.current = index;
    setEdited(undefined);
    if (changed === undefined || changed === source) return;
    file.change((text) =>
      changed.trim() === '' ? remove(text, [...at, index]) : put(text, [...at, index], changed),
    );
  };
  return (
    <>
      <PagedList items={values} name={name} textOf={(source) => readMarks(source).text}>
        {(source, index) => (
          <li key={`${index} ${source}`} class="item">
            {edited?.index === index ? (
              <UtteranceEditor
                source={source}
                language={language}
                slots={slots}
                selected={edited.selected}
                onDone={done(index, source)}
              />
            ) : (
              <>
                <Marked
                  source={source}
                  language={language}
                  slots={slots}
                  onSelect={(selected) => setEdited({ index, selected })}
                />
                <button
                  type="button"
                  class="plain"
                  aria-label={words.editItem(readMarks(source).text)}
                  ref={focusIfLeft(index)}
                  onClick={() => setEdited({ index })}
                >
                  ✎
                </button>
                <button
                  type="button"
                  class="plain"
                  aria-label={words.removeItem(readMarks(source).text)}
                  onClick={() => removeAt(index)}
                >
                  ×
                </button>
              </>
            )}
          </li>
        )}
      </PagedList>
      <AddForm
        label={words.addTo(name)}
        short={words.add}
        field={words.newItem(name)}
        language={language}
        isWrittenOnSave
        onAdd={(text) => file.change((source) => append(source, at, text))}
      />
    </>
  );
}

/** An utterance with coloured marks. Selecting a part opens the editor to mark it. */
function Marked({
  source,
  language,
  slots,
  onSelect,
}: {
  source: string;
  language: string;
  slots: readonly string[];
  onSelect: (selected: [number, number]) => void;
}): JSX.Element {
  const text = useRef<HTMLParagraphElement>(null);
  const select = () => {
    const selection = getSelection();
    if (text.current === null || selection === null || selection.isCollapsed || selection.rangeCount === 0)
      return;
    const range = selection.getRangeAt(0);
    if (!text.current.contains(range.commonAncestorContainer)) return;
    const before = document.createRange();
    before.setStart(text.current, 0);
    before.setEnd(range.startContainer, range.startOffset);
    const start = before.toString().length;
    onSelect([start, start + range.toString().length]);
  };
  return (
    <p ref={text} class="utterance" lang={language} dir={directionOf(language)} onMouseUp={select}>
      {stretchesOf(readMarks(source)).map((stretch, index) =>
        stretch.slot === undefined ? (
          stretch.text
        ) : (
          <mark key={String(index)} class={shadeOf(stretch.slot, slots)} data-slot={stretch.slot}>
            {stretch.text}
          </mark>
        ),
      )}
    </p>
  );
}

/** Edits the words of an utterance, and marks the selection as a slot's value. */
function UtteranceEditor({
  source,
  language,
  slots,
  selected,
  onDone,
}: {
  source: string;
  language: string;
  slots: readonly string[];
  selected: [number, number] | undefined;
  /** Called with the edited utterance, or undefined if it is unchanged. */
  onDone: (changed: string | undefined) => void;
}): JSX.Element {
  const { form: words } = useTexts().drafts;
  const [marked, setMarked] = useState<MarkedText>(() => readMarks(source));
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus();
    if (selected !== undefined) input.current?.setSelectionRange(...selected);
  }, []);
  const mark = (slot: string) => {
    const { selectionStart, selectionEnd } = input.current ?? {};
    if (selectionStart == null || selectionEnd == null) return;
    setMarked(withMark(marked, slot, selectionStart, selectionEnd));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDone(undefined);
  };
  const send = (event: Event) => {
    event.preventDefault();
    onDone(writeMarks(marked));
  };
  return (
    <form
      class="utterance-editor"
      aria-label={words.editItem(readMarks(source).text)}
      data-unwritten={writeMarks(marked) !== source || undefined}
      onSubmit={send}
      onKeyDown={onKeyDown}
    >
      <input
        ref={input}
        aria-label={words.words}
        value={marked.text}
        lang={language}
        dir={directionOf(language)}
        autocomplete="off"
        onInput={({ currentTarget }) => setMarked(retyped(marked, currentTarget.value))}
      />
      {slots.length > 0 && (
        <fieldset class="buttons">
          <legend>{words.markAs}</legend>
          {slots.map((slot) => (
            <button
              key={slot}
              type="button"
              class={`second ${shadeOf(slot, slots)} slot`}
              // Keeps the selection.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => mark(slot)}
            >
              {slot}
            </button>
          ))}
        </fieldset>
      )}
      {marked.marks.length > 0 && (
        <ul class="marks" aria-label={words.marks}>
          {marked.marks.map((each) => (
            <li key={`${each.start} ${each.slot}`}>
              <mark class={shadeOf(each.slot, slots)} data-slot={each.slot}>
                {marked.text.slice(each.start, each.end)}
              </mark>{' '}
              <button
                type="button"
                class="plain"
                aria-label={words.removeMark(marked.text.slice(each.start, each.end))}
                onClick={() =>
                  setMarked({ ...marked, marks: marked.marks.filter((other) => other !== each) })
                }
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <p class="buttons">
        <button type="submit">{words.done}</button>
        <button type="button" class="second" onClick={() => onDone(undefined)}>
          {words.leaveAsIs}
        </button>
      </p>
    </form>
  );
}
