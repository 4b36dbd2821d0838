import {
  type CompiledAssistant,
  type CompiledCompetency,
  type CompiledSaying,
  type CompiledState,
  type CompiledText,
  ROOT,
} from '../engine/assistant.ts';
import { deedsOf, statesOfYes, yesTransition } from '../engine/deeds.ts';
import { parseTemplate, type TemplateNode } from '../engine/dialogue/template/parse.ts';
import type { DeedWay, UnsaidSlot, VersionDeed } from '../functions/shared/domain/versions/deeds.ts';

/**
 * Lists, for each deed of an assistant, every way into it, its guard, and the deed's values that the
 * preceding question does not name. Pure; keeps the order of the assistant's states.
 */
export function deedProof(assistant: CompiledAssistant): VersionDeed[] {
  const { deeds } = deedsOf(assistant);
  return Object.values(assistant.states).flatMap((state) => {
    const reason = deeds.get(state.name);
    if (reason === undefined) return [];
    return [{ state: state.name, competency: state.competency, reason, ways: waysInto(assistant, state) }];
  });
}

function waysInto(assistant: CompiledAssistant, deed: CompiledState): DeedWay[] {
  const { deeds } = deedsOf(assistant);
  const ways: DeedWay[] = deed.isLabel ? [{ from: ROOT, on: 'query', guard: 'none', unsaid: [] }] : [];
  const add = (from: string, on: DeedWay['on'], guard: DeedWay['guard'], unsaid: UnsaidSlot[] = []) =>
    ways.push({ from, on, guard, unsaid });
  for (const state of Object.values(assistant.states)) {
    const yes = yesTransition(state);
    if (yes !== undefined && statesOfYes(assistant, state).has(deed.name))
      add(state.name, yes.on === 'cancel' ? 'cancel' : 'yes', 'yes', unsaidIn(assistant, state, deed));
    for (const { on, to } of state.transitions) {
      if (!to.includes(deed.name) || on === 'yes') continue;
      if (on === 'slot') add(state.name, on, 'asked');
      else if (on === 'business_logic')
        add(state.name, on, deeds.has(state.name) ? 'after_deed' : 'business_logic');
      else if (on === 'no' || (on === 'cancel' && yes?.on !== 'cancel')) add(state.name, on, 'closed');
    }
  }
  for (const { slots, name } of Object.values(assistant.competencies))
    if (slots.some(({ onRetriesExhausted }) => onRetriesExhausted?.to === deed.name))
      add(name, 'retries', 'closed');
  return ways;
}

/** Slots that a deed uses but that the question of a state does not name. */
function unsaidIn(
  { competencies }: CompiledAssistant,
  question: CompiledState,
  deed: CompiledState,
): UnsaidSlot[] {
  const [asking, doing] = [competencies[question.competency], competencies[deed.competency]];
  if (asking === undefined || doing === undefined || question.say === null) return [];
  const sayings = sayingsIn(question.say).map(([place, template]) => ({ place, names: namesIn(template) }));
  return heldBy(asking, doing).flatMap((slot) => {
    const silent = sayings.filter(({ names }) => !names.has(slot));
    if (silent.length === 0) return [];
    const declared = new Set(asking.slots.map(({ name }) => name));
    const perhaps =
      asking.businessLogic && silent.every(({ names }) => [...names].some((name) => !declared.has(name)));
    return [{ slot, in: [...new Set(silent.map(({ place }) => place))], perhaps }];
  });
}

/** The slots that a deed's call receives after a yes: those that both competencies declare alike. */
const heldBy = (asking: CompiledCompetency, doing: CompiledCompetency): string[] =>
  asking.slots
    .filter(
      ({ name, entity, keep, saidBack }) =>
        keep !== 'turn' &&
        saidBack !== false &&
        doing.slots.some((slot) => slot.name === name && slot.entity === entity && slot.saidBack !== false),
    )
    .map(({ name }) => name);

/** The templates of a text with their places: language, personality, and `show` if it differs. */
const sayingsIn = (text: CompiledText): [place: string, template: string][] =>
  Object.entries(text).flatMap(([language, { personalities, ...plain }]) => [
    ...linesOf(language, plain),
    ...Object.entries(personalities).flatMap(([name, saying]) => linesOf(`${language}.${name}`, saying)),
  ]);

const linesOf = (place: string, { speak, show }: CompiledSaying): [string, string][] => [
  ...speak.map((line): [string, string] => [place, line]),
  ...show.map((line): [string, string] => [`${place}.show`, line]),
];

/**
 * The first names of all paths in a template, including those in conditions, since “with your router” may
 * depend on a condition.
 */
function namesIn(template: string): Set<string> {
  const names = new Set<string>();
  const visit = (nodes: readonly TemplateNode[]): void => {
    for (const node of nodes) {
      if (node.kind === 'text') continue;
      const [first] = node.path;
      if (first !== undefined && first !== 'this') names.add(first);
      if (node.kind === 'each') visit(node.body);
      if (node.kind === 'if') visit([...node.whenTrue, ...node.otherwise]);
    }
  };
  visit(parseTemplate(template));
  return names;
}
