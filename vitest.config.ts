import path from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import type { BrowserCommand } from 'vitest/node';
import { chromiumPath } from './tests/support/chromium-path.ts';
import { LongestFirst } from './tests/support/longest-first.ts';
import { realServer } from './tests/support/component/real-server.ts';
import {
  DIFFERENCES,
  differenceOf,
  hasReferences,
  isUpdating,
  referenceOf,
} from './tests/support/pictures/references.ts';
import { TAKEN_AT } from './tests/support/pictures/taken-at.ts';

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
  // The first try has left rows: only a new shop tells something, as `.ci/run` gives the whole file.
  retry: 0,
};

/** A project whose tests run in Chromium, before a shop that their screens' calls reach. */
const inChromium = (
  shop: ReturnType<typeof realServer>,
  { test, args = [], browser = {} }: { test: ReturnType<typeof project>; args?: string[]; browser?: object },
) => ({
  ...test,
  test: {
    ...test.test,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // All files share one document that has loaded the screens.
    fileParallelism: false,
    isolate: false,
    browser: {
      // A busy computer takes longer than a minute to open the page in which the tests run.
      connectTimeout: 300_000,
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // Like Playwright in the e2e tests: a text may match in part.
      locators: { exact: false },
      provider: playwright({
        // A click that cannot be done says so before the test's own time is up.
        actionTimeout: 30_000,
        launchOptions: {
          executablePath: chromiumPath,
          args: ['--no-sandbox', '--disable-gpu', ...args],
        },
        contextOptions: { reducedMotion: 'reduce' as const },
      }),
      instances: [{ browser: 'chromium' as const, viewport: { width: 1366, height: 768 } }],
      ...browser,
    },
  },
  plugins: [shop.plugin],
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
});

/** One screen in Chromium on the real server, without a page load for each test: docs/decisions/component-tests.md. */
const componentShop = realServer();
const component = inChromium(componentShop, {
  test: project('component', ['tests/component/**/*.test.tsx'], {
    setupFiles: 'tests/support/component/each-file.ts',
    sequence: { groupOrder: 2 },
    provide: { slowLine: Number(process.env.TINDAHAN_TEST_SLOW_LINE ?? 0) },
  }),
  browser: { commands: { tokenOf: componentShop.tokenOf, newShop: componentShop.newShop } },
});

/** Whole pages beside kept pictures of them: docs/decisions/picture-tests.md. */
const picturedShop = realServer(TAKEN_AT);
const movePointerAway: BrowserCommand<[]> = ({ page }) => page.mouse.move(0, 0);
const pictures =
  hasReferences || isUpdating
    ? inChromium(picturedShop, {
        test: project('pictures', ['tests/pictures/**/*.test.tsx'], {
          globalSetup: 'tests/support/pictures/around-pictures.ts',
          setupFiles: 'tests/support/pictures/each-picture.ts',
          sequence: { groupOrder: 3 },
        }),
        // The same dots from every processor, and from every setting of how letters are drawn.
        args: [
          '--disable-skia-runtime-opts',
          '--disable-lcd-text',
          '--font-render-hinting=none',
          '--force-color-profile=srgb',
        ],
        browser: {
          commands: { tokenOf: picturedShop.tokenOf, newShop: picturedShop.newShop, movePointerAway },
          expect: {
            toMatchScreenshot: {
              timeout: 30_000,
              comparatorName: 'pixelmatch',
              // Some ten dots of a desk's window: less than one letter.
              comparatorOptions: { threshold: 0.1, includeAA: true, allowedMismatchedPixelRatio: 0.00001 },
              screenshotOptions: { animations: 'allow', scale: 'css' },
              resolveScreenshotPath: referenceOf,
              resolveDiffPath: differenceOf,
            },
          },
        },
      })
    : project('pictures', ['tests/pictures/no-references.test.ts']);

// A new suite is a line below; if it needs more than the packages, it also needs one in build/test-part.mjs.
export default defineConfig({
  // Runs side by side would bundle the same packages into one folder.
  cacheDir: path.join('node_modules', '.vite', process.env.TINDAHAN_TEST_SHARD?.replace('/', '-of-') ?? ''),
  test: {
    // More than the two cores: a third of a worker's time is waiting, for a database or another process.
    maxWorkers: 3,
    // A picture that is missing is a failure, and not taken by the way.
    update: isUpdating ? 'all' : 'none',
    attachmentsDir: path.join(DIFFERENCES, 'attachments'),
    sequence: { sequencer: LongestFirst },
    // On a machine that starves; a fault fails twice. The summary tells each second try: it is a fault to find.
    retry: 1,
    // What a list of findings holds is told with its failure.
    chaiConfig: { truncateThreshold: 500 },
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
      project('hardware', ['tests/hardware/**/*.test.ts'], {
        ...byNode,
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
      project('e2e', ['tests/e2e/**/*.test.ts'], {
        ...byNode,
        globalSetup: 'tests/support/filled-shops.ts',
        testTimeout: 120_000,
        hookTimeout: 120_000,
        // A third of such a test is waiting for a page.
        maxWorkers: 4,
        sequence: { groupOrder: 1 },
      }),
      component,
      pictures,
      project('electron', ['tests/electron/**/*.test.ts'], { testTimeout: 120_000, hookTimeout: 120_000 }),
    ],
  },
});
