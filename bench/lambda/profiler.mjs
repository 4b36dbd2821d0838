// Loaded before a profiled function: the first SIGUSR2 starts V8's sampling, the second writes the profile to the file
// in PROFILE_FILE, atomically.
const { Session } = process.getBuiltinModule('node:inspector');
const { renameSync, writeFileSync } = process.getBuiltinModule('node:fs');

const file = process.env.PROFILE_FILE ?? '';
const session = new Session();
session.connect();

function start() {
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: Number(process.env.PROFILE_INTERVAL_US) });
  session.post('Profiler.start');
}

function write() {
  session.post('Profiler.stop', (error, answer) => {
    writeFileSync(`${file}.part`, JSON.stringify(error ?? answer.profile));
    renameSync(`${file}.part`, file);
  });
}

process.once('SIGUSR2', () => {
  start();
  process.once('SIGUSR2', write);
});
