import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Screen } from '#renderer/app/screens.tsx';
import { Locked } from '#renderer/lib/locked.ts';
import { useResolveLostResponse } from '#renderer/lib/use-resolve-lost-response.ts';
import { openScreen } from '#tests/support/component/open-screen.tsx';

/** A change whose answer is lost each time it is sent again. */
function Resent() {
  const [tries, setTries] = useState(0);
  useResolveLostResponse({ tries }, () => setTries(tries + 1));
  return <output>{tries}</output>;
}

function Tried() {
  const [isLocked, setLocked] = useState(true);
  return (
    <Locked value={isLocked}>
      <Resent />
      <button onClick={() => setLocked(false)}>Unlock</button>
    </Locked>
  );
}
const screen: Screen = {
  path: '/tried',
  title: 'Tried',
  permission: 'signed_in',
  load: () => Promise.resolve(Tried),
};

describe('a change whose answer was lost, on a page that stayed', () => {
  beforeEach(async () => {
    await openScreen('/tried', { email: 'store_manager@demo.test', more: [screen] });
    await expect.element(page.getByRole('button', { name: 'Unlock' })).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const tries = () => Number(document.querySelector('output')?.textContent);
  const unlock = () => document.querySelector<HTMLButtonElement>('main button')?.click();

  it('is sent again once the till is unlocked, whose lock would hide what it tells', async () => {
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tries()).toBe(0);
    unlock();
    await vi.advanceTimersByTimeAsync(100);
    expect(tries()).toBe(1);
  });

  it('is sent again no more than every ten seconds, while each answer is lost', async () => {
    unlock();
    await vi.advanceTimersByTimeAsync(9000);
    expect(tries()).toBe(1);
    await vi.advanceTimersByTimeAsync(22_000);
    expect(tries()).toBe(4);
  });
});
