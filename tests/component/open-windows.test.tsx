import { expect, it } from 'vitest';
import { isOpenElsewhere, showOpen } from '#renderer/lib/open-windows.ts';

it('what a window had open before its reload is no other window’s, however late a slow computer frees it', async () => {
  const name = `cart ${crypto.randomUUID()}`;
  const freeOwn = showOpen(name);
  const answer = isOpenElsewhere(name);
  const others = `cart ${crypto.randomUUID()}`;
  const freeOther = showOpen(others, 'another window');
  // By then, a window that closed would have freed its own.
  expect(await isOpenElsewhere(others)).toBe(true);
  freeOwn();
  expect(await answer).toBe(false);
  freeOther();
  expect(await isOpenElsewhere(others)).toBe(false);
});
