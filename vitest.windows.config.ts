import { defineConfig } from 'vitest/config';
import { windowsPool } from './tests/support/windows/pool.ts';

// npm run test:windows: docs/decisions/windows-under-wine.md.
export default defineConfig({
  cacheDir: 'node_modules/.vite/windows',
  test: {
    maxWorkers: 1,
    retry: 1,
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          // The very files of Linux, in Windows' Node.
          name: 'windows',
          include: ['src/main/**/*.test.ts'],
          pool: windowsPool,
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
    ],
  },
});
