import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Ranks tests without the shared service first, while it starts; then browser tests, which are slow. */
function rank({ project, moduleId }: TestSpecification): number {
  if (project.name !== 'conformance') return 0;
  return moduleId.includes('/test/browser/') ? 1 : 2;
}

/** Runs the tests that need the shared service last, and among these the slow ones first. */
export class ServiceLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
