import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { globalSetup: ['test/setup/encoder.ts'] } });
