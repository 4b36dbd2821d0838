/** The variables by which the function of the engine alone is told whose assistant it is to load. */
export const INSTITUTION_VARIABLE = 'BENCH_INSTITUTION';
export const VERSION_VARIABLE = 'BENCH_VERSION';
