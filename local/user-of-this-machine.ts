import { userInfo } from 'node:os';

/** The name of an operator in the history of a store on this machine. */
export const userOfThisMachine = (): string => `${userInfo().username}@parley`;
