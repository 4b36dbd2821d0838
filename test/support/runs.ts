/**
 * The runs of a property. `PARLEY_RUNS=20 npx vitest run FILE` tries it with so many times as many as the gate does.
 */
export const runs = (inTheGate: number): number => inTheGate * Number(process.env.PARLEY_RUNS ?? 1);
