import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that need the shared service run last, because it starts meanwhile; of these, browsers take the longest. */
function rank({ project, moduleId }: TestSpecification): number {
  if (project.name !== 'conformance') return 0;
  return moduleId.includes('/test/browser/') ? 1 : 2;
}

/** Runs the tests that need the shared service last, and those of them that take long before the others. */
export class ServiceLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
