import { addBlsMock } from '../commands/bls-mock.ts';
import { addBlsRemove } from '../commands/bls-remove.ts';
import { addBlsRetire } from '../commands/bls-retire.ts';
import { addBlsSet } from '../commands/bls-set.ts';
import { addBlsShow } from '../commands/bls-show.ts';

/** The commands of `parley bls`, in the order of its help. */
export const COMMANDS = [addBlsSet, addBlsShow, addBlsRetire, addBlsRemove, addBlsMock];
