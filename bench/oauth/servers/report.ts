/** Tells the bench where the server is, and on each message what the process has cost so far. */
export function report(port: number): void {
  process.send?.({ port });
  process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));
  process.on('disconnect', () => process.exit(0));
}
