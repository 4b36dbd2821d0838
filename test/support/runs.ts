/**
 * The number of runs of a property test. `PARLEY_RUNS=20 npx vitest run FILE` runs it 20 times as often as the gate.
 */
export const runs = (inTheGate: number): number => inTheGate * Number(process.env.PARLEY_RUNS ?? 1);
