import { readdirSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkAssistant } from '../../authoring/check.ts';
import { annotationOf, formatFinding } from '../../authoring/findings.ts';
import { readAssistant } from '../../authoring/read-folder.ts';
import { parleyHere } from '../cli/parley.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';

const ROOT = 'test/fixtures/broken-assistants';
const names = readdirSync(ROOT).filter((name) => name !== 'base');

/** Creates a folder with the valid base assistant, overwritten by the files that break it. */
async function broken(name: string): Promise<string> {
  const directory = await temporaryFolder();
  onTestFinished(() => removeFolder(directory));
  for (const part of ['base', name]) await cp(`${ROOT}/${part}`, directory, { recursive: true });
  return directory;
}

describe('an assistant that is broken', () => {
  it.each(names)(
    'by %s is reported with place and cause, as lines, JSON and GitHub annotations',
    async (name) => {
      const directory = await broken(name);
      const findings = checkAssistant(await readAssistant(directory));
      expect(`${findings.map(formatFinding).join('\n')}\n`).toBe(
        await readFile(`${directory}/expected.txt`, 'utf8'),
      );
      const errors = findings.filter(({ severity }) => severity === 'error').length;
      const code = errors > 0 ? 1 : 0;
      const json = await parleyHere(['ai', 'check', directory, '--json']);
      expect({ code: json.code, ...JSON.parse(json.stdout) }).toEqual({
        code,
        errors,
        warnings: findings.length - errors,
        findings,
        deeds: expect.any(Array),
      });
      const github = await parleyHere(['ai', 'check', directory, '--format', 'github']);
      const lines = github.stdout.split('\n').filter((line) => line.startsWith('::'));
      expect({ code: github.code, lines }).toEqual({
        code,
        lines: findings.map((finding) => annotationOf(finding, directory)),
      });
    },
  );
});

describe('an annotation', () => {
  it('names the file from the repository’s root, and escapes characters that end a command', () => {
    const finding = {
      file: 'competencies/a,b.yaml',
      line: 3,
      column: 7,
      severity: 'error' as const,
      message: '100 %\nsure',
    };
    expect(annotationOf(finding, './examples/bank/')).toBe(
      '::error file=examples/bank/competencies/a%2Cb.yaml,line=3,col=7::100 %25%0Asure',
    );
    expect(annotationOf(finding, '.')).toContain('file=competencies/');
  });
});
