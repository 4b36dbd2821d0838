import { addAiAssign } from '../commands/ai-assign.ts';
import { addAiChat } from '../commands/ai-chat.ts';
import { addAiCheck } from '../commands/ai-check.ts';
import { addAiDefault } from '../commands/ai-default.ts';
import { addAiDelete } from '../commands/ai-delete.ts';
import { addAiDiff } from '../commands/ai-diff.ts';
import { addAiDraft } from '../commands/ai-draft.ts';
import { addAiEvaluate } from '../commands/ai-evaluate.ts';
import { addAiExport } from '../commands/ai-export.ts';
import { addAiHistory } from '../commands/ai-history.ts';
import { addAiLearn } from '../commands/ai-learn.ts';
import { addAiList } from '../commands/ai-list.ts';
import { addAiNote } from '../commands/ai-note.ts';
import { addAiPublish } from '../commands/ai-publish.ts';
import { addAiReplay } from '../commands/ai-replay.ts';
import { addAiRollback } from '../commands/ai-rollback.ts';
import { addAiTest } from '../commands/ai-test.ts';

/** The commands of `parley ai`, in the order of its help. */
export const COMMANDS = [
  addAiCheck,
  addAiTest,
  addAiEvaluate,
  addAiLearn,
  addAiReplay,
  addAiPublish,
  addAiAssign,
  addAiHistory,
  addAiRollback,
  addAiDiff,
  addAiExport,
  addAiDraft,
  addAiDefault,
  addAiList,
  addAiNote,
  addAiDelete,
  addAiChat,
];
