import { defineConfig } from 'vitest/config';

const project = (name: string, include: string[], extra: object = {}) => ({
  extends: true as const,
  test: { name, include, ...extra },
});

export default defineConfig({
  test: {
    projects: [
      project('unit', ['src/**/*.test.{ts,tsx}', 'tests/unit/**/*.test.ts']),
      project('api', ['tests/api/**/*.test.ts'], { testTimeout: 60_000, hookTimeout: 60_000 }),
      project('hardware', ['tests/hardware/**/*.test.ts'], { testTimeout: 30_000, hookTimeout: 30_000 }),
      project('e2e', ['tests/e2e/**/*.test.ts'], {
        testTimeout: 120_000,
        hookTimeout: 120_000,
        fileParallelism: false,
      }),
      project('electron', ['tests/electron/**/*.test.ts'], { testTimeout: 120_000, hookTimeout: 120_000 }),
    ],
  },
});
