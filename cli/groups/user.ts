import { addUserCreate } from '../commands/user-create.ts';
import { addUserErase } from '../commands/user-erase.ts';
import { addUserList } from '../commands/user-list.ts';
import { addUserSetPassword } from '../commands/user-set-password.ts';
import { addUserSetScopes } from '../commands/user-set-scopes.ts';
import { addUserStatus } from '../commands/user-status.ts';

/** The commands of `parley user`, in the order of its help. */
export const COMMANDS = [
  addUserCreate,
  addUserList,
  addUserStatus,
  addUserSetPassword,
  addUserSetScopes,
  addUserErase,
];
