/** Reports the server's port to the bench, and on each message the process's CPU time so far. */
export function report(port: number): void {
  process.send?.({ port });
  process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));
  process.on('disconnect', () => process.exit(0));
}
