import { defineConfig } from 'vitest/config';
import { windowsPool } from './tests/support/windows/pool.ts';

// npm run test:windows: docs/decisions/windows-under-wine.md.
export default defineConfig({
  cacheDir: 'node_modules/.vite/windows',
  test: {
    // Most of the time is waiting, for a start or a page.
    maxWorkers: 3,
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
          include: [
            'src/main/**/*.test.ts',
            'tests/hardware/{network,serial}-transport.test.ts',
            'tests/hardware/{label-printer,printer-tester,scanners,server-connection,find-servers}.test.ts',
            'tests/hardware/scanner-{memory,serial}.test.ts',
            // What only Windows has: its print queues.
            'tests/windows/*.test.ts',
          ],
          globalSetup: ['tests/support/windows/serve-socat.ts', 'tests/support/windows/sign-programs.ts'],
          pool: windowsPool,
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      {
        extends: true,
        test: {
          // The very files of Linux, whose tills run under Wine.
          name: 'windows-till',
          include: [
            'tests/hardware/shell{,-closing,-disk,-offline,-security}.test.ts',
            'tests/windows/till/*.test.ts',
          ],
          env: { TINDAHAN_TILL_ON: 'windows' },
        },
      },
    ],
  },
});
