import { describe, expect, it } from 'vitest';
import type { SecretStore } from './secret-store.ts';
import { openUnlocking } from './unlocking.ts';

/** A till whose key store is a variable, so that it can be opened again. */
function openTill() {
  const kept: { text: string | null; token: string | null } = { text: null, token: 'first' };
  const store: SecretStore = { read: () => kept.text, write: (text) => void (kept.text = text) };
  const open = () => openUnlocking(store, () => kept.token);
  const unlocking = open();
  const accept = async (call: string, fields: object) => {
    const before = kept.text;
    unlocking.accepted(call, new TextEncoder().encode(JSON.stringify(fields)).buffer);
    await expect.poll(() => kept.text).not.toBe(before);
  };
  return { kept, unlocking, accept, open };
}

const WRONG = { kind: 'pin', secret: '000000' } as const;

// Passwords are hashed as on a till: slow beside other work.
describe('an idle till without the server', { timeout: 60_000 }, () => {
  it('is unlocked by what the server accepted, over a restart too, and by nothing else', async () => {
    const { kept, unlocking, accept, open } = openTill();
    await accept('POST staff/login', { email: 'ana@shop.test', password: 'my password' });
    expect(kept.text).not.toContain('my password');
    const password = { kind: 'password', secret: 'my password' } as const;
    expect(await unlocking.unlock(password)).toEqual({ reason: null });
    expect(await unlocking.unlock({ kind: 'pin', secret: '271828' })).toEqual({
      reason: 'The server cannot be reached. Use your password',
    });
    await accept('POST staff/unlock', { pin: '271828' });
    expect(await open().unlock({ kind: 'pin', secret: '271828' })).toEqual({ reason: null });
    expect(await open().unlock({ kind: 'badge', secret: 'TND1' })).toEqual({
      reason: 'The server cannot be reached. Use your password or PIN',
    });
    expect(await open().unlock(password)).toEqual({ reason: null });
  });

  it('takes five wrong tries, restarted or not, and more only once the server has unlocked it', async () => {
    const { unlocking, accept, open } = openTill();
    await accept('POST staff/unlock', { pin: '271828' });
    const right = { kind: 'pin', secret: '271828' } as const;
    expect(await unlocking.unlock(WRONG)).toEqual({
      reason: 'This PIN is wrong. 4 tries are left without the server',
    });
    expect(await unlocking.unlock(right)).toEqual({ reason: null });
    for (let left = 4; left > 0; left -= 1) {
      const more = left === 1 ? '1 try is left' : `${left} tries are left`;
      expect(await open().unlock(WRONG)).toEqual({ reason: `This PIN is wrong. ${more} without the server` });
    }
    const closed = { reason: 'Too many wrong tries. The till unlocks again when the server is back' };
    expect(await open().unlock(WRONG)).toEqual(closed);
    expect([await unlocking.unlock(right), await open().unlock(WRONG)]).toEqual([closed, closed]);
    await accept('POST staff/unlock', { pin: '271828' });
    expect(await unlocking.unlock(right)).toEqual({ reason: null });
  });

  it('counts a try before it is checked: two at once are two', async () => {
    const { unlocking, accept } = openTill();
    await accept('POST staff/unlock', { pin: '271828' });
    await Promise.all(Array.from({ length: 5 }, () => unlocking.unlock(WRONG)));
    expect((await unlocking.unlock(WRONG)).reason).toContain('Too many wrong tries');
  });

  it('knows a new password in the place of the one before, and no PIN or badge that is void', async () => {
    const { unlocking, accept } = openTill();
    await accept('POST staff/switch', { badge: 'TND1', staff_id: 3 });
    await accept('PUT staff/me/pin', { current_password: 'my password', pin: '271828' });
    await accept('POST staff/update-password', {
      current_password: 'my password',
      new_password: 'another one',
    });
    const by = async (kind: 'password' | 'pin' | 'badge', secret: string) =>
      (await unlocking.unlock({ kind, secret })).reason;
    expect([
      await by('password', 'another one'),
      await by('pin', '271828'),
      await by('badge', 'TND1'),
    ]).toEqual([null, null, null]);
    expect(await by('password', 'my password')).toContain('This password is wrong');
    await accept('DELETE staff/me/pin', {});
    await accept('POST staff/me/badge', { current_password: 'another one' });
    expect(await by('pin', '271828')).toBe('The server cannot be reached. Use your password');
    expect(await by('badge', 'TND1')).toBe('The server cannot be reached. Use your password');
  });

  it('is unlocked by nobody whose sign-in has ended', async () => {
    const { kept, unlocking, accept } = openTill();
    await accept('POST staff/login', { password: 'my password' });
    const password = { kind: 'password', secret: 'my password' } as const;
    const away = { reason: 'The server cannot be reached' };
    kept.token = 'second';
    expect(await unlocking.unlock(password)).toEqual(away);
    kept.token = null;
    expect(await unlocking.unlock(password)).toEqual(away);
    kept.token = 'first';
    expect(await unlocking.unlock(password)).toEqual({ reason: null });
    unlocking.forget();
    expect([kept.text, await unlocking.unlock(password)]).toEqual([null, away]);
  });
});
