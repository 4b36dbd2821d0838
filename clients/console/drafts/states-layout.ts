/** A way from one state to another, with what it is taken on. */
export interface Way {
  from: string;
  to: string;
  on: string;
}

/** A way with the point at which it leaves. */
export interface PlacedWay extends Way {
  x: number;
  y: number;
  /** Where it arrives, if it leads on to a later column; what leads back or elsewhere is told by its name alone. */
  end: { x: number; y: number } | null;
}

/** A state of a competency with its place in the picture. */
export interface PlacedState {
  name: string;
  /** True if a query like its utterances enters it. */
  isEntered: boolean;
  x: number;
  y: number;
  /** Each way leaves a state at a height of its own. */
  height: number;
}

export interface StatesLayout {
  width: number;
  height: number;
  states: PlacedState[];
  ways: PlacedWay[];
}

/** Sizes in the picture's own units, which are pixels where it has room. */
export const BOX_WIDTH = 170;
const MIN_HEIGHT = 36;
const WAY_HEIGHT = 18;
const GAP = { x: 200, y: 24 } as const;
const MARGIN = 16;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The ways of a competency's states; ways between the same two states are one. */
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

/** Places the states in columns: those that a query enters, then those that they lead to, and so on. */
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
  // What only business logic of another competency leads to.
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
    // What leads out of the last column has room for its text.
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
