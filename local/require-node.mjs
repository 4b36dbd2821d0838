// Plain JavaScript, so that every version of Node can run it and report the problem.

/**
 * Ends the process with a message if Node is older than 24.
 * @param {string} command the command to run again
 */
export function requireNode24(command) {
  if (Number(process.versions.node.split('.')[0]) >= 24) return;
  process.stderr.write(
    `Parley requires Node 24 or later; this is ${process.version}. On Linux x64, \`npm ci\` installs the right one ` +
      `beside the project, for \`${command}\` to use; elsewhere, install Node 24. Then run \`${command}\`.\n`,
  );
  process.exit(1);
}
