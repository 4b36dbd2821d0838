import { BaseSequencer, type TestSpecification } from 'vitest/node';

const isOfService = ({ project }: TestSpecification): boolean => project.name === 'conformance';

/** Runs what needs the shared service after all that does not: it starts meanwhile. */
export class ServiceLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => !isOfService(file)), ...sorted.filter(isOfService)];
  }
}
