import { addKeyDelete } from '../commands/key-delete.ts';
import { addKeyList } from '../commands/key-list.ts';
import { addKeyScan } from '../commands/key-scan.ts';

/** The commands of `parley key`, in the order of its help. */
export const COMMANDS = [addKeyList, addKeyDelete, addKeyScan];
