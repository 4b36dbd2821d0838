import { addClientCreate } from '../commands/client-create.ts';
import { addClientDropSecret } from '../commands/client-drop-secret.ts';
import { addClientList } from '../commands/client-list.ts';
import { addClientRotateSecret } from '../commands/client-rotate-secret.ts';
import { addClientSet } from '../commands/client-set.ts';
import { addClientShow } from '../commands/client-show.ts';
import { addClientStatus } from '../commands/client-status.ts';

/** The commands of `parley client`, in the order of its help. */
export const COMMANDS = [
  addClientCreate,
  addClientList,
  addClientShow,
  addClientSet,
  addClientRotateSecret,
  addClientDropSecret,
  addClientStatus,
];
