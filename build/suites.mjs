// How `npm test` and `npm run test:windows` run vitest: with a report, and with a second try where one is asked for.
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runAside } from './children.mjs';
import { project } from './packages.mjs';

/** More files than these do not fail by chance. */
const MOST_TRIED_AGAIN = 5;

/**
 * Runs vitest to its end; returns its output, if it succeeded, and the report of build/test-report.mjs, or null if it wrote
 * none.
 */
export async function runVitest(args, { env, ...options }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tindahan-tests-'));
  try {
    const file = path.join(folder, 'report.json');
    const words = [
      path.join(project, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--reporter=default',
      `--reporter=${path.join(project, 'build', 'test-report.mjs')}`,
      ...args,
    ];
    const { ok, output } = await runAside(words, {
      ...options,
      env: { ...env, TINDAHAN_TEST_REPORT: file },
    });
    return { ok, output, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs each file that failed once more, alone: in a new process, and so with a new shop. Returns those that passed, as their
 * reports name them, and writes their names to the file TINDAHAN_TRIED_AGAIN, without which nothing has a second try. A
 * fault outside of the tests has none.
 */
export async function tryAgain({ failedFiles }, args, options) {
  const names = process.env.TINDAHAN_TRIED_AGAIN;
  if (!names || failedFiles.length > MOST_TRIED_AGAIN) return [];
  const passed = [];
  for (const failed of failedFiles) {
    const { ok } = await runVitest([...args, `--project=${failed.project}`, failed.file], {
      ...options,
      stdio: 'inherit',
    });
    if (!ok) continue;
    passed.push(failed);
    appendFileSync(names, `failed, then passed alone: ${failed.project} > ${failed.file}\n`);
  }
  return passed;
}
