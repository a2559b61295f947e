import { EventEmitter } from 'node:events';
import type { App, BrowserWindow } from 'electron';
import { expect, it } from 'vitest';
import { guardClosing } from './closing.ts';

function aTill(answers: (boolean | Promise<boolean>)[]) {
  const app = Object.assign(new EventEmitter(), { quit: () => void did.push('quit') });
  const webContents = new EventEmitter();
  const window = Object.assign(new EventEmitter(), { webContents, close: () => void did.push('close') });
  const did: string[] = [];
  const kiosk = { release: () => did.push('released'), holdAgain: () => did.push('held') };
  guardClosing(app as unknown as Pick<App, 'on' | 'quit'>, window as unknown as BrowserWindow, {
    kiosk,
    ask: async () => {
      did.push('asked');
      return (await answers.shift()) ?? false;
    },
  });
  /** A page that prevents its unload; returns true if it may be left anyway. */
  const pageStays = () => {
    let isLeft = false;
    webContents.emit('will-prevent-unload', { preventDefault: () => (isLeft = true) });
    return isLeft;
  };
  const close = (defaultPrevented = false) => window.emit('close', { defaultPrevented });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { app, window, did, pageStays, close, settle };
}

it('asks before a close, and closes again for who discards the changes', async () => {
  const { did, pageStays, close, settle } = aTill([true]);
  close();
  expect(pageStays()).toBe(false);
  await settle();
  expect(did).toEqual(['held', 'asked', 'close']);
  close();
  expect(pageStays()).toBe(true);
});

it('asks before a quit, whose lock holds again until it is meant', async () => {
  const { app, did, pageStays, settle } = aTill([false, true]);
  app.emit('before-quit');
  expect(pageStays()).toBe(false);
  await settle();
  expect(did).toEqual(['released', 'held', 'asked']);
  app.emit('before-quit');
  pageStays();
  await settle();
  expect(did.slice(3)).toEqual(['released', 'held', 'asked', 'quit']);
});

it('asks once, however often somebody presses', async () => {
  const answer = Promise.withResolvers<boolean>();
  const { did, pageStays, close, settle } = aTill([answer.promise]);
  for (let press = 0; press < 3; press += 1) {
    close();
    pageStays();
  }
  answer.resolve(false);
  await settle();
  expect(did.filter((what) => what === 'asked')).toHaveLength(1);
});

it('does not stand in the way of a page that loads itself again, nor after a close that the full screen refused', () => {
  const { did, pageStays, close } = aTill([]);
  expect(pageStays()).toBe(true);
  close(true);
  expect(pageStays()).toBe(true);
  expect(did).toEqual([]);
});

it('asks nobody when Windows ends the session', () => {
  const { window, did, pageStays } = aTill([]);
  window.emit('session-end', {});
  expect(did).toEqual(['released', 'quit']);
  expect(pageStays()).toBe(true);
});
