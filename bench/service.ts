import { readArguments, runBench } from './command.ts';
import { benchEndpoints, benchRoundTrips } from './endpoints.ts';

/** `npm run bench -- service`: the cost of the service. `--smoke` runs every part briefly, to check that it works. */
await runBench(async () => {
  const { smoke } = readArguments({ options: { smoke: { type: 'boolean', default: false } } }).values;
  await benchRoundTrips();
  await benchEndpoints(smoke);
});
