// Loaded before a service whose memory is measured: each SIGUSR2 collects all garbage and then writes the bytes that
// are still in use to the file in KEPT_MEMORY_FILE, atomically. The variable is removed, so that the service's own
// child processes do not write there too.
const { renameSync, writeFileSync } = process.getBuiltinModule('node:fs');
const { setFlagsFromString } = process.getBuiltinModule('node:v8');
const { runInNewContext } = process.getBuiltinModule('node:vm');

const file = process.env.KEPT_MEMORY_FILE;
delete process.env.KEPT_MEMORY_FILE;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

if (file !== undefined)
  process.on('SIGUSR2', () => {
    collect();
    // Node counts the buffers that a collection frees only at the next one.
    collect();
    const { heapUsed, external } = process.memoryUsage();
    writeFileSync(`${file}.part`, String(heapUsed + external));
    renameSync(`${file}.part`, file);
  });
