import { MESSAGE_NAMES, type MessageName } from '../../engine/assistant.ts';
import { isKnownLanguage } from '../../engine/language/languages.ts';
import type { YamlSource } from '../yaml-source.ts';
import { type CheckContext, checkLanguageKeys, meantName, report, reportKey } from './context.ts';
import { checkRichAnswer } from './rich-answer.ts';
import { ANY_NAMES, checkText, type KnownNames, withNames } from './text.ts';

const NOTHING: KnownNames = { names: new Set(), isOpen: false };
const NAMES_IN_MESSAGES: Partial<Record<MessageName, readonly string[]>> = {
  ambiguous: ['first', 'second'],
  help: ['competencies'],
  outcome_lost: ['competency'],
  outcome_found: ['competency'],
  resumed: ['competency'],
  unknown_value: ['raw', 'values'],
  values: ['values'],
  later: ['competency', 'later'],
  confirm_wish: ['competency', 'values'],
  next_wish: ['competency'],
  handed_over: ['minutes', 'back'],
  with_people: ['back'],
  kept_for_people: ['back'],
  people_closed: ['opens'],
};

export function checkAssistantFile(context: CheckContext): void {
  const { assistant, authored } = context;
  const source = authored.assistant?.source;
  if (source === undefined) return;
  checkLanguages(context, source);
  checkPersonalities(context, source);
  checkQueues(context, source);
  checkText(context, source, ['out_of_scope', 'say'], assistant.out_of_scope.say, { known: NOTHING });
  checkLanguageKeys(context, source, ['out_of_scope', 'utterances'], assistant.out_of_scope.utterances ?? {});
  if (assistant.welcome !== undefined) {
    checkText(context, source, ['welcome', 'say'], assistant.welcome.say, { known: NOTHING });
    checkRichAnswer(context, { source, path: ['welcome'], known: NOTHING }, assistant.welcome);
  }
  for (const name of MESSAGE_NAMES) {
    const message = assistant.messages?.[name];
    if (message === undefined) continue;
    const known = withNames(NOTHING, ...(NAMES_IN_MESSAGES[name] ?? []));
    checkText(context, source, ['messages', name], message, { known, needsDefault: false });
  }
  const onError = assistant.business_logic?.on_error;
  if (typeof onError === 'object') {
    checkText(context, source, ['business_logic', 'on_error', 'say'], onError.say, { known: ANY_NAMES });
    const path = ['business_logic', 'on_error', 'unknown'];
    if (onError.unknown !== undefined)
      checkText(context, source, path, onError.unknown, { known: ANY_NAMES });
  }
}

/** Checks that handoff queues refer to existing names, and that each queue can receive a conversation. */
function checkQueues(context: CheckContext, source: YamlSource): void {
  const known = new Set(context.authored.competencies.map(({ form }) => form.competency));
  let takesAll: string | undefined;
  for (const [name, queue] of Object.entries(context.assistant.people?.queues ?? {})) {
    const path = ['people', 'queues', name];
    if (takesAll !== undefined) {
      const message = `${name} gets no conversation: ${takesAll} before it takes all. Put it before ${takesAll}`;
      reportKey(context, 'error', source, path, message);
    }
    for (const [index, competency] of (queue.competencies ?? []).entries()) {
      if (known.has(competency)) continue;
      const meant = meantName(known, competency);
      const advice = meant === undefined ? 'write a competency of this assistant' : `did you mean ${meant}?`;
      const message = `the competency ${competency} is unknown: ${advice}`;
      report(context, 'error', source, [...path, 'competencies', index], message);
    }
    for (const [index, language] of (queue.languages ?? []).entries()) {
      if (context.languages.includes(language)) continue;
      const message = `${language} is not a language of this assistant: add it to languages.supported, or remove it`;
      report(context, 'error', source, [...path, 'languages', index], message);
    }
    if (queue.competencies === undefined && queue.languages === undefined) takesAll ??= name;
  }
}

function checkLanguages(context: CheckContext, source: YamlSource): void {
  const { languages, messages } = context.assistant;
  if (!languages.supported.includes(languages.default)) {
    const message = `add the default language ${languages.default} to languages.supported`;
    report(context, 'error', source, ['languages', 'default'], message);
  }
  for (const [index, language] of languages.supported.entries()) {
    const path = ['languages', 'supported', index];
    if (languages.supported.indexOf(language) < index) {
      report(context, 'error', source, path, `${language} is listed twice: remove one`);
    }
    if (isKnownLanguage(language)) continue;
    const missing = MESSAGE_NAMES.filter((name) => messages?.[name]?.[language] === undefined);
    if (missing.length > 0) {
      const message = `there are no built-in texts in ${language}: add messages for ${missing.join(', ')}`;
      report(context, 'warning', source, path, message);
    }
    const replies = `yes, no and cancel are not understood in ${language}: docs/LANGUAGES.md explains how to add the language`;
    report(context, 'warning', source, path, replies);
  }
}

function checkPersonalities(context: CheckContext, source: YamlSource): void {
  const owners = new Map<string, string>();
  for (const [name, { devices }] of Object.entries(context.assistant.personalities ?? {})) {
    if (name === 'speak' || name === 'show') {
      reportKey(
        context,
        'error',
        source,
        ['personalities', name],
        `a personality cannot be named ${name}: rename it`,
      );
    }
    for (const [index, device] of devices.entries()) {
      const owner = owners.get(device);
      if (owner !== undefined) {
        const message = `the device ${device} already belongs to ${owner}: remove it from one of the two`;
        report(context, 'error', source, ['personalities', name, 'devices', index], message);
      }
      owners.set(device, name);
    }
  }
}
