import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { checkAssistant } from '../../authoring/check.ts';
import { annotationOf, formatFinding } from '../../authoring/findings.ts';
import { readAssistant } from '../../authoring/read-folder.ts';
import { parleyHere } from '../cli/parley.ts';

const folder = new URL('../fixtures/broken-assistants/', import.meta.url);
const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());

describe('an assistant that is broken', () => {
  it.each(names.map(({ name }) => name))('by %s is told where and how', async (name) => {
    const { pathname } = new URL(`${name}/`, folder);
    const expected = await readFile(`${pathname}expected.txt`, 'utf8');
    const findings = checkAssistant(await readAssistant(pathname)).map(formatFinding);
    expect(findings).not.toEqual([]);
    expect(`${findings.join('\n')}\n`).toBe(expected);
  });

  it.each(names.map(({ name }) => name))(
    'by %s is told the same as a document and as annotations',
    async (name) => {
      const directory = `test/fixtures/broken-assistants/${name}`;
      const findings = checkAssistant(await readAssistant(directory));
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
  it('names the file from the repository’s root, and escapes what a command would end at', () => {
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
