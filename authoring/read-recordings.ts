import * as z from 'zod/mini';
import type { BusinessLogicOutcome } from '../engine/dialogue/business-logic/protocol.ts';
import { RECORDING_PATH } from '../functions/shared/domain/drafts/assistant-paths.ts';
import type { Finding } from './findings.ts';
import { findingsOfForm } from './form.ts';
import { readYaml } from './yaml-source.ts';

/** The business logic's answers in each turn of a test, call by call. */
export type Recording = readonly (readonly BusinessLogicOutcome[])[];

/** The path of a test's recording. @param file the test's file */
export const recordingPath = (file: string): string =>
  file.replace(/^tests\/(.*)\.ya?ml$/, 'tests/recorded/$1.json');

const AGAIN = 'record it again with parley ai test --record, or delete the file';

const answered = z.object({ status: z.literal('answered'), body: z.unknown() });
const failed = z.object({ status: z.literal('failed'), reason: z.string() });
const recordingForm = z.array(
  z.array(z.discriminatedUnion('status', [answered, failed], 'write an answer as --record does')),
);

/**
 * Reads recordings.
 * @param tests the number of turns by test file
 * @returns the recordings by test file, and a finding for each one that is invalid or does not match its test
 */
export function readRecordings(
  files: Readonly<Record<string, string>>,
  tests: ReadonlyMap<string, number>,
): { recordings: Record<string, Recording>; findings: Finding[] } {
  const testOf = new Map([...tests.keys()].map((file) => [recordingPath(file), file]));
  const recordings: Record<string, Recording> = {};
  const findings: Finding[] = [];
  for (const path of Object.keys(files).sort()) {
    if (!RECORDING_PATH.test(path)) continue;
    const test = testOf.get(path);
    if (test === undefined) {
      findings.push(warning(path, 'this recording belongs to no test: delete the file'));
      continue;
    }
    const read = readRecording(path, files[path] ?? '');
    findings.push(...read.findings);
    if (read.recording === null) continue;
    recordings[test] = read.recording;
    const turns = tests.get(test) ?? 0;
    if (read.recording.length !== turns) {
      const message = `this recording has ${read.recording.length} turns, but ${test} has ${turns}: record it again with parley ai test --record`;
      findings.push(warning(path, message));
    }
  }
  return { recordings, findings };
}

function readRecording(path: string, text: string): { recording: Recording | null; findings: Finding[] } {
  try {
    const parsed = recordingForm.safeParse(JSON.parse(text));
    if (parsed.success) return { recording: parsed.data, findings: [] };
    // JSON is read as YAML, whose reader knows the position of values.
    const [first] = findingsOfForm(parsed.error.issues, readYaml(path, text));
    const { line, column } = first ?? { line: 1, column: 1 };
    const message = `this is not a recording (${first?.message ?? 'the file'}): ${AGAIN}`;
    return { recording: null, findings: [{ file: path, line, column, severity: 'error', message }] };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const [first] = readYaml(path, text).findings;
    const { line, column } = first ?? { line: 1, column: 1 };
    const message = `this is not valid JSON: ${AGAIN}`;
    return { recording: null, findings: [{ file: path, line, column, severity: 'error', message }] };
  }
}

const warning = (file: string, message: string): Finding => ({
  file,
  line: 1,
  column: 1,
  severity: 'warning',
  message,
});
