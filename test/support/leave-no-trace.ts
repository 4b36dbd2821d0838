import { afterAll, vi } from 'vitest';

// Restores the environment after each of the files that share modules and a process.
const environment = { ...process.env };

afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.resetConfig();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
