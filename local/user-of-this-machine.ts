import { userInfo } from 'node:os';

/** The operator's name in the history of a store on this machine. */
export const userOfThisMachine = (): string => `${userInfo().username}@parley`;
