// Loaded before a function that is profiled: the first SIGUSR2 has V8 sample it, the second has it write what was found
// to the file that PROFILE_FILE names, whole or not at all.
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
