import { expect, it } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';

it('a password is hashed with Argon2id, 19 MiB and 2 passes, each time with another salt', async () => {
  const hashes = await Promise.all([hashPassword('a-good-password'), hashPassword('a-good-password')]);
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(hashes[0]).not.toBe(hashes[1]);
});

it('a password is the hashed one or not, and nobody’s is none', async () => {
  const hash = await hashPassword('a-good-password');
  expect(await isPassword('a-good-password', hash)).toBe(true);
  expect(await isPassword('a-bad-password', hash)).toBe(false);
  expect(await isPassword('nobody has this password', null)).toBe(false);
});
