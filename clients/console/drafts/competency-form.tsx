import type { JSX } from 'preact';
import { Table } from '../fields.tsx';
import { useTexts } from '../language.ts';
import { put } from './edit-yaml.ts';
import { recordOf, textsOf } from './form-data.ts';
import { AddForm, FileFlag, FileText, type FormFile, Saying } from './form-fields.tsx';
import { isIdentifier } from './skeletons.ts';
import { States } from './states-picture.tsx';
import { Utterances } from './utterances.tsx';

/** The number of states that start expanded. */
const UNFOLDED = 6;

/** A competency: its slots, and its states with their utterances and answers. */
export function CompetencyForm({ file }: { file: FormFile }): JSX.Element {
  const { drafts } = useTexts();
  const { form: words } = drafts;
  const slots = recordOf(file.data.slots);
  const states = recordOf(file.data.states);
  const checkName = (taken: Readonly<Record<string, unknown>>) => (name: string) => {
    if (!isIdentifier(name)) return drafts.badName;
    return Object.hasOwn(taken, name) ? drafts.nameTaken : undefined;
  };
  const addSlot = (name: string) =>
    file.change((source) => put(source, ['slots', name], { entity: 'text', required: true }));
  const addState = (name: string) => {
    const say = Object.fromEntries(file.languages.map((language) => [language, drafts.firstTexts.answer]));
    return file.change((source) => put(source, ['states', name], { terminal: true, say }));
  };
  return (
    <>
      <Saying file={file} label={words.title} at={['title']} value={file.data.title} />
      <h3>{words.slots}</h3>
      {Object.entries(slots).map(([name, slot]) => (
        <SlotForm key={name} file={file} name={name} slot={recordOf(slot)} />
      ))}
      <AddForm label={words.newSlot} field={words.slotName} check={checkName(slots)} onAdd={addSlot} />
      <h3>{words.states}</h3>
      <States competency={String(file.data.competency)} states={states} />
      {Object.entries(states).map(([name, state], index) => (
        <StateForm
          key={name}
          file={file}
          name={name}
          state={recordOf(state)}
          slots={Object.keys(slots)}
          isOpen={index < UNFOLDED}
        />
      ))}
      <AddForm label={words.newState} field={words.stateName} check={checkName(states)} onAdd={addState} />
    </>
  );
}

/** Further texts of a slot, shown only if the file has them. */
const FURTHER_TEXTS = ['reject', 'unknown', 'not_understood', 'silence'] as const;

function SlotForm({
  file,
  name,
  slot,
}: {
  file: FormFile;
  name: string;
  slot: Record<string, unknown>;
}): JSX.Element {
  const { form: words } = useTexts().drafts;
  const at = ['slots', name];
  return (
    <details class="part" open>
      <summary>
        {name} <span class="soft">({String(slot.entity)})</span>
      </summary>
      <div class="filters">
        <FileText
          label={words.entity}
          value={String(slot.entity ?? '')}
          known={file.entities}
          onCommit={(text) => file.change((source) => put(source, [...at, 'entity'], text))}
        />
        <FileFlag file={file} label={words.required} at={[...at, 'required']} value={slot.required} />
      </div>
      <Saying file={file} label={words.question} at={[...at, 'ask']} value={slot.ask} />
      {FURTHER_TEXTS.filter((key) => slot[key] !== undefined).map((key) => (
        <Saying key={key} file={file} label={key} at={[...at, key]} value={slot[key]} />
      ))}
    </details>
  );
}

function StateForm({
  file,
  name,
  state,
  slots,
  isOpen,
}: {
  file: FormFile;
  name: string;
  state: Record<string, unknown>;
  slots: readonly string[];
  isOpen: boolean;
}): JSX.Element {
  const { form: words } = useTexts().drafts;
  const at = ['states', name];
  const utterances = recordOf(state.utterances);
  const languages = [...new Set([...file.languages, ...Object.keys(utterances)])];
  return (
    <details class="part" open={isOpen}>
      <summary>{name}</summary>
      <Saying file={file} label={words.says} at={[...at, 'say']} value={state.say} />
      <FileFlag file={file} label={words.terminal} at={[...at, 'terminal']} value={state.terminal} />
      {/* Most states have no utterances; only transitions lead to them. */}
      <details open={state.utterances !== undefined}>
        <summary>{words.utterances}</summary>
        {languages.map((language) => (
          <section key={language}>
            <h4>{words.utterancesIn(language, textsOf(utterances[language]).length)}</h4>
            <Utterances
              file={file}
              name={words.utterancesOf(name, language)}
              at={[...at, 'utterances', language]}
              values={textsOf(utterances[language])}
              language={language}
              slots={slots}
            />
          </section>
        ))}
      </details>
      {Array.isArray(state.transitions) && <Transitions name={name} transitions={state.transitions} />}
    </details>
  );
}

/** The transitions out of a state, which can only be edited as text. */
function Transitions({ name, transitions }: { name: string; transitions: readonly unknown[] }): JSX.Element {
  const { form: words } = useTexts().drafts;
  return (
    <>
      <h4>{words.transitions}</h4>
      <Table caption={words.transitionsOf(name)} head={[words.on, words.to]}>
        {transitions.map(recordOf).map(({ on, slot, is, to }, index) => (
          <tr key={String(index)}>
            <td>
              {[on, slot, is]
                .filter((part) => part !== undefined)
                .map(String)
                .join(' ')}
            </td>
            <td>{[to].flat().map(String).join(', ')}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}
