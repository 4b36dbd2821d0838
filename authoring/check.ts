import { RESERVED_NAMES } from '../engine/assistant.ts';
import { checkAssistantFile } from './check/assistant.ts';
import { type CheckContext, checkLanguageKeys, report } from './check/context.ts';
import { checkDeeds } from './check/deeds.ts';
import { checkEntities } from './check/entities.ts';
import { checkFaq, checkSharedQuestions } from './check/faq.ts';
import { checkFreeText } from './check/free-text.ts';
import { checkMarks } from './check/marks.ts';
import { checkNearDuplicates } from './check/near-duplicates.ts';
import { checkReplies } from './check/replies.ts';
import { checkSlots } from './check/slots.ts';
import { checkReachable, checkStates } from './check/states.ts';
import { checkCoverage, checkTests } from './check/tests.ts';
import { checkText, type KnownNames, withNames } from './check/text.ts';
import { checkUtterances } from './check/utterances.ts';
import { type Finding, hasErrors, sortFindings } from './findings.ts';
import type { Authored } from './form.ts';
import type { CompetencyFile } from './forms/competency-file.ts';
import type { AuthoredAssistant } from './read.ts';

/**
 * All findings about an assistant that need no training, sorted by place. An assistant with errors cannot be
 * compiled. Some checks run only if all files are valid.
 */
export function checkAssistant(authored: AuthoredAssistant): Finding[] {
  const { assistant, findings } = authored;
  if (assistant === null || hasErrors(findings)) return sortFindings(findings);
  const context: CheckContext = {
    authored,
    assistant: assistant.form,
    languages: assistant.form.languages.supported,
    states: new Set(authored.competencies.flatMap(({ form }) => Object.keys(form.states))),
    personalities: new Set(Object.keys(assistant.form.personalities ?? {})),
    findings: [...findings],
  };
  checkAssistantFile(context);
  checkEntities(context);
  checkCompetencies(context);
  checkReachable(context);
  checkUtterances(context);
  checkFaq(context);
  checkSharedQuestions(context);
  checkNearDuplicates(context);
  checkTests(context);
  checkCoverage(context);
  checkDeeds(context);
  return sortFindings(context.findings);
}

function checkCompetencies(context: CheckContext): void {
  const { competencies, assistant } = context.authored;
  const states = new Map<string, string>();
  const names = new Map<string, string>();
  if (competencies.length === 0 && assistant !== null) {
    report(context, 'error', assistant.source, [], 'add a competency: the folder competencies/ has none');
  }
  for (const { source, form } of competencies) {
    const twin = names.get(form.competency);
    if (twin !== undefined) {
      report(
        context,
        'error',
        source,
        ['competency'],
        `the competency ${form.competency} already exists in ${twin}`,
      );
    }
    if (RESERVED_NAMES.includes(form.competency)) {
      report(
        context,
        'error',
        source,
        ['competency'],
        `the name ${form.competency} is reserved: choose another name`,
      );
    }
    names.set(form.competency, source.file);
    for (const state of Object.keys(form.states)) {
      const owner = states.get(state);
      if (owner !== undefined) {
        const message = `the state ${state} already exists in ${owner}: state names must be unique in the assistant`;
        report(context, 'error', source, ['states', state], message);
      }
      states.set(state, source.file);
    }
  }
  for (const competency of competencies) checkCompetency(context, competency);
}

function checkCompetency(context: CheckContext, competency: Authored<CompetencyFile>) {
  const { source, form } = competency;
  if (form.business_logic && context.assistant.business_logic === undefined) {
    report(context, 'error', source, ['business_logic'], 'add business_logic with a url to assistant.yaml');
  }
  checkLanguageKeys(context, source, ['title'], form.title ?? {});
  // Business logic may add fields to response_slots that are not known here.
  const known: KnownNames = {
    names: new Set([...Object.keys(form.slots ?? {}), 'session_info'].sort()),
    isOpen: form.business_logic,
  };
  if (form.help !== undefined) {
    checkText(context, source, ['help'], form.help, { known: withNames(known, 'competencies') });
  }
  checkSlots(context, competency, known);
  checkFreeText(context, competency);
  checkMarks(context, competency);
  checkReplies(context, competency);
  checkStates(context, competency, known);
}
