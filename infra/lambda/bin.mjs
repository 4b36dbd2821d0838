#!/usr/bin/env node
// Plain JavaScript, so that every Node can read it and say what is wrong.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `Parley needs Node 24 or later, and this is ${process.version}. On Linux x64, \`npm ci\` installs the right one ` +
      'beside the project; elsewhere, install Node 24. Then run `npm run start:lambda` again.\n',
  );
  process.exit(1);
}
const { main } = await import('../local/start.ts');
const { startLambdaService } = await import('./service.ts');
await main(startLambdaService, '.parley/lambda');
