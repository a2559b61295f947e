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

/** Adds a line to the last ones of `.ci/run`, of which a long log may be cut off: to the file TINDAHAN_LAST_LINES. */
export function nameLast(line) {
  const file = process.env.TINDAHAN_LAST_LINES;
  if (file) appendFileSync(file, `${line}\n`);
}

/**
 * Runs each file that failed once more, alone: in a new process, and so with a new shop. Returns those that passed, as their
 * reports name them, and names all failures last. Without TINDAHAN_LAST_LINES nothing has a second try. A fault outside of
 * the tests has none.
 */
export async function tryAgain({ failedFiles, failures }, args, options) {
  if (!process.env.TINDAHAN_LAST_LINES) return [];
  for (const failure of failures) nameLast(`failed: ${failure}`);
  if (failedFiles.length > MOST_TRIED_AGAIN) return [];
  const passed = [];
  for (const failed of failedFiles) {
    const { ok } = await runVitest([...args, `--project=${failed.project}`, failed.file], {
      ...options,
      stdio: 'inherit',
    });
    nameLast(`${ok ? 'failed, then passed alone' : 'failed twice'}: ${failed.project} > ${failed.file}`);
    if (ok) passed.push(failed);
  }
  return passed;
}
