import path from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumPath } from './tests/support/chromium-path.ts';
import { LongestFirst } from './tests/support/longest-first.ts';
import { realServer, tokenOf } from './tests/support/component/real-server.ts';

const project = (name: string, include: string[], extra: object = {}) => ({
  extends: true as const,
  test: { name, include, ...extra },
});

/**
 * For suites that mock no module: Node itself loads and runs the sources, as in a shop, which takes a fifth less of all
 * CPU than Vite's module runner; and with more room for young objects the garbage collector runs less often.
 */
const byNode = {
  // Loading the server for each file takes a second.
  isolate: false,
  execArgv: ['--max-semi-space-size=64'],
  experimental: { viteModuleRunner: false, nodeLoader: false },
};

/** For a suite with real servers: one PostgreSQL and filled databases to copy; no mock affects the next file. */
const onDatabases = {
  ...byNode,
  globalSetup: 'tests/support/database-templates.ts',
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

/** One screen in Chromium on the real server, without a page load for each test: docs/decisions/component-tests.md. */
const component = {
  ...project('component', ['tests/component/**/*.test.tsx'], {
    setupFiles: 'tests/support/component/after-each.ts',
    testTimeout: 120_000,
    sequence: { groupOrder: 2 },
    // All files share one shop, and one document that has loaded the screens.
    fileParallelism: false,
    isolate: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // Like Playwright in the e2e tests: a text may match in part.
      locators: { exact: false },
      provider: playwright({
        launchOptions: { executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] },
        contextOptions: { reducedMotion: 'reduce' as const },
      }),
      instances: [{ browser: 'chromium' as const, viewport: { width: 1366, height: 768 } }],
      commands: { tokenOf },
    },
  }),
  plugins: [realServer],
  // Production builds of React and Fluent; development builds record each element's place in the source and time each
  // render.
  oxc: { jsx: { runtime: 'automatic' as const, development: false } },
  // Pre-bundled now: a dependency found later reloads the document in the middle of a test.
  optimizeDeps: {
    entries: ['src/renderer/app/screens.tsx', 'tests/support/component/*.tsx'],
    // The compiler adds the second one, where no scan of the sources sees it.
    include: ['axe-core', 'react/jsx-runtime'],
    // In 'test', Fluent replaces the browser's ResizeObserver by one that never observes, from the first menu on.
    rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': JSON.stringify('production') } } },
  },
};

// A new suite is a line below; if it needs more than the packages, it also needs one in build/test-part.mjs.
export default defineConfig({
  // Runs side by side would bundle the same packages into one folder.
  cacheDir: path.join('node_modules', '.vite', process.env.TINDAHAN_TEST_SHARD?.replace('/', '-of-') ?? ''),
  test: {
    // More than the two cores: a third of a worker's time is waiting, for a database or another process.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // A poll ends as soon as its condition holds; a busy machine may need longer than the default second.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      project('unit', ['src/**/*.test.{ts,tsx}', 'tests/unit/**/*.test.ts'], {
        // Loading zod and the domain for each file costs more than all its tests; spies and the environment are restored.
        isolate: false,
        restoreMocks: true,
        unstubEnvs: true,
      }),
      project('api', ['tests/api/**/*.test.ts'], onDatabases),
      project('till', ['tests/till/**/*.test.ts'], onDatabases),
      project('hardware', ['tests/hardware/**/*.test.ts'], { testTimeout: 120_000, hookTimeout: 120_000 }),
      project('e2e', ['tests/e2e/**/*.test.ts'], {
        globalSetup: 'tests/support/filled-shops.ts',
        testTimeout: 120_000,
        hookTimeout: 120_000,
        // A third of such a test is waiting for a page.
        maxWorkers: 4,
        sequence: { groupOrder: 1 },
        // No mock affects the next file, and loading the server for each of them takes a second.
        isolate: false,
        // A browser that starves on a busy machine gets a second try; a fault fails twice.
        retry: 1,
      }),
      component,
      project('electron', ['tests/electron/**/*.test.ts'], { testTimeout: 120_000, hookTimeout: 120_000 }),
    ],
  },
});
