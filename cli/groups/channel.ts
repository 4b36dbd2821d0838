import { addChannelAdd } from '../commands/channel-add.ts';
import { addChannelList } from '../commands/channel-list.ts';
import { addChannelRemove } from '../commands/channel-remove.ts';
import { addChannelTest } from '../commands/channel-test.ts';

/** The commands of `parley channel`, in the order of its help. */
export const COMMANDS = [addChannelAdd, addChannelList, addChannelTest, addChannelRemove];
