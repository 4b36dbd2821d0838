import { type Compilation, compileAssistant } from '../../authoring/compile.ts';
import { readAssistant } from '../../authoring/read-folder.ts';

const compiled = new Map<string, Promise<Compilation>>();

/** An example assistant, such as `bank`, which is read and compiled once for all tests of a process. */
export function compiledExample(name: string): Promise<Compilation> {
  const known = compiled.get(name) ?? readAssistant(`examples/${name}-assistant`).then(compileAssistant);
  compiled.set(name, known);
  return known;
}
