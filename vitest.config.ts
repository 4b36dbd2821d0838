import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Training a model takes seconds where other tests run beside it; what hangs is still found out.
  test: { globalSetup: ['test/setup/encoder.ts'], testTimeout: 120_000 },
});
