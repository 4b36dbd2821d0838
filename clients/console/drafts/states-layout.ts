/** A way from a state to another, with the conditions of its transitions. */
export interface Way {
  from: string;
  to: string;
  on: string;
}

/** A way with the coordinates of its start. */
export interface PlacedWay extends Way {
  x: number;
  y: number;
  /** The end of a way to a later column; null for other ways, which are drawn as a name only. */
  end: { x: number; y: number } | null;
}

/** A state of a competency with its coordinates. */
export interface PlacedState {
  name: string;
  /** True if queries can enter the state directly. */
  isEntered: boolean;
  x: number;
  y: number;
  /** The height of a state leaves room for each of its ways. */
  height: number;
}

export interface StatesLayout {
  width: number;
  height: number;
  states: PlacedState[];
  ways: PlacedWay[];
}

/** Sizes in the picture's units; a unit is a pixel unless the picture is scaled down. */
export const BOX_WIDTH = 170;
const MIN_HEIGHT = 36;
const WAY_HEIGHT = 18;
const GAP = { x: 200, y: 24 } as const;
const MARGIN = 16;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The ways between a competency's states, at most one for each pair of states. */
export function waysOf(states: Readonly<Record<string, unknown>>): Way[] {
  const ways = new Map<string, Way>();
  for (const [from, state] of Object.entries(states)) {
    const transitions = isRecord(state) && Array.isArray(state.transitions) ? state.transitions : [];
    for (const transition of transitions.filter(isRecord)) {
      const { on, slot, is } = transition;
      const what = [
        on === 'slot' ? slot : on,
        ...(is === undefined ? [] : ['=', [is].flat().join('|')]),
      ].join(' ');
      for (const to of [transition.to].flat().map(String)) {
        const key = `${from}\n${to}`;
        const before = ways.get(key);
        ways.set(key, { from, to, on: before === undefined ? what : `${before.on}, ${what}` });
      }
    }
  }
  return [...ways.values()];
}

/**
 * Places the states in columns: first those that queries enter, then the states reached from them, and so on.
 */
export function layoutOf(states: Readonly<Record<string, unknown>>): StatesLayout {
  const ways = waysOf(states);
  const names = Object.keys(states);
  const isEntered = (name: string) => {
    const state = states[name];
    return isRecord(state) && state.utterances !== undefined;
  };
  const columns: string[][] = [];
  const placed = new Set<string>();
  const place = (column: readonly string[]) => {
    const fresh = [...new Set(column)].filter((name) => !placed.has(name));
    if (fresh.length > 0) columns.push(fresh);
    for (const name of fresh) placed.add(name);
    return fresh;
  };
  let reached = place(names.filter(isEntered));
  while (reached.length > 0) {
    const next = ways.filter(({ from, to }) => reached.includes(from) && Object.hasOwn(states, to));
    reached = place(next.map(({ to }) => to));
  }
  // The remaining states are reached only by business logic of other competencies.
  place(names);
  const placedStates = columns.flatMap((column, index) => {
    let y = MARGIN;
    return column.map((name): PlacedState => {
      const height = Math.max(MIN_HEIGHT, WAY_HEIGHT * (ways.filter(({ from }) => from === name).length + 1));
      const state: PlacedState = {
        name,
        isEntered: isEntered(name),
        x: MARGIN + index * (BOX_WIDTH + GAP.x),
        y,
        height,
      };
      y += height + GAP.y;
      return state;
    });
  });
  return {
    // Leaves room for the texts of ways out of the last column.
    width: MARGIN + columns.length * (BOX_WIDTH + GAP.x),
    height: MARGIN + Math.max(0, ...placedStates.map(({ y, height }) => y + height)),
    states: placedStates,
    ways: placedWays(placedStates, ways),
  };
}

function placedWays(states: readonly PlacedState[], ways: readonly Way[]): PlacedWay[] {
  const byName = new Map(states.map((state) => [state.name, state]));
  const left = new Map<string, number>();
  return ways.flatMap((way) => {
    const [from, to] = [byName.get(way.from), byName.get(way.to)];
    if (from === undefined) return [];
    const number = (left.get(way.from) ?? 0) + 1;
    left.set(way.from, number);
    return {
      ...way,
      x: from.x + BOX_WIDTH,
      y: from.y + number * WAY_HEIGHT,
      end: to !== undefined && to.x > from.x ? { x: to.x, y: to.y + to.height / 2 } : null,
    };
  });
}
