import { existsSync } from 'node:fs';
import path from 'node:path';

/** The modules of a checkout that a player needs, relative to its root. */
export interface Layout {
  turn: string;
  state: string;
  /** Trains an assistant's folder. */
  training: string;
  /** Loads what was trained. */
  loading: string;
}

/** Where checkouts have these modules, newest layout first. */
const LAYOUTS: readonly Layout[] = [
  {
    turn: 'engine/dialogue/turn.ts',
    state: 'engine/dialogue/state.ts',
    training: 'authoring/train-folder.ts',
    loading: 'authoring/train.ts',
  },
  {
    turn: 'functions/shared/engine/turn.ts',
    state: 'functions/shared/engine/dialog/state.ts',
    training: 'infra/cli/train.ts',
    loading: 'infra/cli/train.ts',
  },
];

/** A checkout's layout; undefined if the folder is not a checkout. */
export const layoutOf = (root: string): Layout | undefined =>
  LAYOUTS.find((layout) => Object.values(layout).every((file) => existsSync(path.join(root, file))));
