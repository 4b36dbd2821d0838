/** A call to a service that Parley depends on. */
export interface DependencyCall {
  /** The service: `DynamoDB`, `S3`, … */
  dependency: string;
  /** Its operation: `GetItem`, … */
  operation: string;
}

/** Why a dependency's call failed. The message contains only names, no values of the call. */
export class DependencyFailure extends Error implements DependencyCall {
  declare readonly cause: Error;
  readonly dependency: string;
  readonly operation: string;
  /** True if it keeps failing until an operator changes permissions, credentials, a table or a key. */
  readonly refused: boolean;

  /** @param name the service's name for the reason; default: the cause's name */
  constructor({ dependency, operation }: DependencyCall, refused: boolean, cause: Error, name = cause.name) {
    super(`${dependency} ${refused ? 'refused' : 'did not do'} ${operation}: ${name}`, { cause });
    this.name = name;
    this.dependency = dependency;
    this.operation = operation;
    this.refused = refused;
  }
}
