/** The call of a service that Parley needs. */
export interface DependencyCall {
  /** The service: `DynamoDB`, `S3`, … */
  dependency: string;
  /** Its operation: `GetItem`, … */
  operation: string;
}

/**
 * The reason why a service that is needed did not do what it was asked. Its message holds names alone, and no value
 * of the call.
 */
export class DependencyFailure extends Error implements DependencyCall {
  declare readonly cause: Error;
  readonly dependency: string;
  readonly operation: string;
  /** True where it goes on refusing until an operator has changed something: rights, credentials, a table, a key. */
  readonly refused: boolean;

  /** @param name as the service calls the reason; left out, that of the cause */
  constructor({ dependency, operation }: DependencyCall, refused: boolean, cause: Error, name = cause.name) {
    super(`${dependency} ${refused ? 'refused' : 'did not do'} ${operation}: ${name}`, { cause });
    this.name = name;
    this.dependency = dependency;
    this.operation = operation;
    this.refused = refused;
  }
}
