import { afterAll, vi } from 'vitest';

// Files that share their modules and their process, file after file: each finds the environment as the first did.
const environment = { ...process.env };

afterAll(() => {
  vi.restoreAllMocks();
  vi.resetConfig();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
