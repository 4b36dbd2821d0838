/** The variables that tell the engine-only function which assistant to load. */
export const INSTITUTION_VARIABLE = 'BENCH_INSTITUTION';
export const VERSION_VARIABLE = 'BENCH_VERSION';
