import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOT_SIGNED, signatureOf, TRUSTED, whyUnsigned } from '#main/updates/authenticode.ts';

// Programs that Debian's osslsigncode has signed: tests/support/windows/sign-programs.ts.

/** TRUST_E_BAD_DIGEST: the file is not the one that was signed. */
const CHANGED = 0x80096010;
const program = (name: string) => join(process.env.TINDAHAN_SIGNED ?? '', `${name}.exe`);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'authenticode-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Changes a byte in a copy of a signed program, before its signature. */
function changed(name: string): string {
  const copy = join(folder, `${name}.exe`);
  copyFileSync(program(name), copy);
  const bytes = readFileSync(copy);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(copy, bytes);
  return copy;
}

it('knows who signed a program, one that was changed since, and one that nobody signed', async () => {
  expect(await signatureOf(program('shop'))).toEqual({ code: TRUSTED, publisher: 'Shop Tills' });
  expect(await signatureOf(program('stranger'))).toEqual({ code: TRUSTED, publisher: 'Stranger Tills' });
  expect(await signatureOf(program('unsigned'))).toEqual({ code: NOT_SIGNED, publisher: null });
  expect(await signatureOf(changed('shop'))).toEqual({ code: CHANGED, publisher: null });
  expect(await signatureOf(join(folder, 'none.exe'))).toMatchObject({ publisher: null });
});

it('takes an installer of the publisher whose program runs, and no other', async () => {
  const shop = program('shop');
  expect(await whyUnsigned(shop, shop)).toBeNull();
  expect(await whyUnsigned(program('shop-renewed'), shop)).toBeNull();
  const notSigned = expect.stringMatching(/^The installer is not signed for Windows/) as string;
  expect(await whyUnsigned(program('unsigned'), shop)).toEqual(notSigned);
  expect(await whyUnsigned(changed('shop'), shop)).toEqual(notSigned);
  expect(await whyUnsigned(program('stranger'), shop)).toBe(
    'The installer is signed for Windows by Stranger Tills, and this till by Shop Tills. Sign it as this till is, then sign the release anew',
  );
});

it('asks for no signature where the running program has none', async () => {
  expect(await whyUnsigned(program('unsigned'), program('unsigned'))).toBeNull();
  expect(await whyUnsigned(program('stranger'), program('unsigned'))).toBeNull();
});
