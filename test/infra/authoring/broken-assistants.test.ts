import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { checkAssistant } from '../../../infra/authoring/check.ts';
import { annotationOf, formatFinding } from '../../../infra/authoring/findings.ts';
import { readAssistant } from '../../../infra/authoring/read.ts';

const folder = new URL('../../fixtures/broken-assistants/', import.meta.url);
const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());

describe('an assistant that is broken', () => {
  it.each(names.map(({ name }) => name))('by %s is told where and how', async (name) => {
    const { pathname } = new URL(`${name}/`, folder);
    const expected = await readFile(`${pathname}expected.txt`, 'utf8');
    const findings = checkAssistant(await readAssistant(pathname)).map(formatFinding);
    expect(findings).not.toEqual([]);
    expect(`${findings.join('\n')}\n`).toBe(expected);
  });
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
