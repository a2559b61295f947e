import { closeSync, copyFileSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOT_SIGNED, signatureOf, TRUSTED, whyUnsigned } from '#main/updates/authenticode.ts';

/** TRUST_E_BAD_DIGEST: the file is not the one that was signed. */
const CHANGED = 0x80096010;
/** A library that nobody signed. */
const UNSIGNED = join(
  dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json')),
  'prebuilds/win32-x64.node',
);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'authenticode-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Changes a byte in the middle of a copy of a program. */
function changed(program: string): string {
  const copy = join(folder, 'changed.exe');
  copyFileSync(program, copy);
  const file = openSync(copy, 'r+');
  writeSync(file, Buffer.from([0x17]), 0, 1, Math.floor(statSync(copy).size / 2));
  closeSync(file);
  return copy;
}

it('knows a signed program, one that was changed since, and one that nobody signed', async () => {
  expect(await signatureOf(UNSIGNED)).toBe(NOT_SIGNED);
  const own = await signatureOf(process.execPath);
  expect([NOT_SIGNED, CHANGED]).not.toContain(own);
  expect(await signatureOf(changed(process.execPath))).toBe(CHANGED);
});

it('asks for a signature where the running program has one that Windows trusts', async () => {
  expect(await whyUnsigned(UNSIGNED, UNSIGNED)).toBeNull();
  const isTrusted = (await signatureOf(process.execPath)) === TRUSTED;
  const reason = isTrusted ? expect.stringMatching(/not signed for Windows/) : null;
  expect(await whyUnsigned(UNSIGNED, process.execPath)).toEqual(reason);
  expect(await whyUnsigned(process.execPath, process.execPath)).toBeNull();
});
