import * as z from 'zod/mini';
import type { BusinessLogicOutcome } from '../engine/dialogue/business-logic/protocol.ts';
import type { Finding } from './findings.ts';
import { findingsOfForm } from './form.ts';
import { readYaml } from './yaml-source.ts';

/** The answers of a business-logic server in each turn of a test, call by call. */
export type Recording = readonly (readonly BusinessLogicOutcome[])[];

/** The path at which the answers of a test's server are kept. @param file of the test */
export const recordingPath = (file: string): string =>
  file.replace(/^tests\/(.*)\.ya?ml$/, 'tests/recorded/$1.json');

export const RECORDING_PATH = /^tests\/recorded\/[^/]+\.json$/;

const AGAIN = 'record it again with parley ai test --record, or delete the file';

const answered = z.object({ status: z.literal('answered'), body: z.unknown() });
const failed = z.object({ status: z.literal('failed'), reason: z.string() });
const recordingForm = z.array(
  z.array(z.discriminatedUnion('status', [answered, failed], 'write an answer as --record does')),
);

/**
 * Reads what `--record` has kept.
 * @param tests how many turns each test has, by its file
 * @returns the recordings by the file of their test, and a finding for each that is none, or of another test
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
      findings.push(warning(path, 'no test plays this recording: delete the file'));
      continue;
    }
    const read = readRecording(path, files[path] ?? '');
    findings.push(...read.findings);
    if (read.recording === null) continue;
    recordings[test] = read.recording;
    const turns = tests.get(test) ?? 0;
    if (read.recording.length !== turns) {
      const message = `the turns here are ${read.recording.length}, and those of ${test} ${turns}: record it again with parley ai test --record`;
      findings.push(warning(path, message));
    }
  }
  return { recordings, findings };
}

function readRecording(path: string, text: string): { recording: Recording | null; findings: Finding[] } {
  try {
    const parsed = recordingForm.safeParse(JSON.parse(text));
    if (parsed.success) return { recording: parsed.data, findings: [] };
    // JSON is YAML, whose reader knows the places of values.
    const [first] = findingsOfForm(parsed.error.issues, readYaml(path, text));
    const { line, column } = first ?? { line: 1, column: 1 };
    const message = `this is no recording (${first?.message ?? 'the file'}): ${AGAIN}`;
    return { recording: null, findings: [{ file: path, line, column, severity: 'error', message }] };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const [first] = readYaml(path, text).findings;
    const { line, column } = first ?? { line: 1, column: 1 };
    const message = `this is no JSON: ${AGAIN}`;
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
