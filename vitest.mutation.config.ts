import { defineConfig } from 'vitest/config';

/** The tests that bear on `functions/shared/domain`, for `npm run mutation`. */
export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 30_000,
    silent: true,
    include: [
      'test/shared/domain/**/*.test.ts',
      'test/shared/store/{directory,directory-users,versions,audit}.test.ts',
      'test/shared/http/principal.test.ts',
      'test/{authorizer,keys-*,oauth-token}/**/*.test.ts',
      'test/security/{audit,enumeration,key-use,key-expiry,operators}.test.ts',
    ],
  },
});
