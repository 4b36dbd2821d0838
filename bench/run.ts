import { benchBundles } from './bundles.ts';
import { benchEndpoints, benchRoundTrips } from './endpoints.ts';

/** `npm run bench`: what the service costs. `-- --smoke` runs every part briefly, to see that it still works. */
const smoke = process.argv.includes('--smoke');
await benchRoundTrips();
await benchEndpoints(smoke);
await benchBundles(smoke);
