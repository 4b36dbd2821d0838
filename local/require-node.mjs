// Plain JavaScript, so that every Node can read it and say what is wrong.

/**
 * Ends the process with a sentence where its Node is older than 24.
 * @param {string} command what to run again
 */
export function requireNode24(command) {
  if (Number(process.versions.node.split('.')[0]) >= 24) return;
  process.stderr.write(
    `Parley needs Node 24 or later, and this is ${process.version}. On Linux x64, \`npm ci\` installs the right one ` +
      `beside the project; elsewhere, install Node 24. Then run \`${command}\` again.\n`,
  );
  process.exit(1);
}
