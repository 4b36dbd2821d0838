#!/usr/bin/env node
// Plain JavaScript, so that every Node can read it and say what is wrong.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `Parley needs Node 24 or later, and this is ${process.version}. Run \`npm ci\`, which installs the right one ` +
      'beside the project, then `npm start`.\n',
  );
  process.exit(1);
}
const { main } = await import('./start.ts');
await main();
