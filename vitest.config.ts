import { defineConfig } from 'vitest/config';

const project = (name: string, include: string[], extra: object = {}) => ({
  extends: true as const,
  test: { name, include, ...extra },
});

/** For a suite with real servers: one PostgreSQL and filled databases to copy; nothing is mocked that the next file could meet. */
const onDatabases = {
  globalSetup: 'tests/support/database-templates.ts',
  // Loading the server for each file takes a second.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

// A new suite is a line below; if it needs more than the packages, another one in build/test-part.mjs.
export default defineConfig({
  test: {
    maxWorkers: 2,
    // What is waited for comes as soon as it can; a busy machine may need longer than the standard second.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      project('unit', ['src/**/*.test.{ts,tsx}', 'tests/unit/**/*.test.ts']),
      project('api', ['tests/api/**/*.test.ts'], onDatabases),
      project('till', ['tests/till/**/*.test.ts'], onDatabases),
      project('hardware', ['tests/hardware/**/*.test.ts'], { testTimeout: 60_000, hookTimeout: 60_000 }),
      project('e2e', ['tests/e2e/**/*.test.ts'], {
        globalSetup: 'tests/support/filled-shops.ts',
        testTimeout: 120_000,
        hookTimeout: 120_000,
        // A third of such a test is waiting for a page: three files side by side, on their own, keep two cores busy.
        maxWorkers: 3,
        sequence: { groupOrder: 1 },
        // Nothing is mocked that the next file could meet, and loading the server for each of them takes a second.
        isolate: false,
        // A browser that starves on a busy machine gets a second chance; a fault fails twice.
        retry: 1,
      }),
      project('electron', ['tests/electron/**/*.test.ts'], { testTimeout: 120_000, hookTimeout: 120_000 }),
    ],
  },
});
