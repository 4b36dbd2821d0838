import { BaseSequencer, type TestSpecification } from 'vitest/node';

const isOfService = ({ project }: TestSpecification): boolean => project.name === 'conformance';

/** Runs the tests that need the shared service last: it starts meanwhile. */
export class ServiceLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => !isOfService(file)), ...sorted.filter(isOfService)];
  }
}
