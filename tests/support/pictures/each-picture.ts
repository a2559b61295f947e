import './calls-under-way.ts';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { commands, page, type BrowserCommands } from 'vitest/browser';
import { learnServerTime } from '#renderer/lib/server-time.ts';
import { leaveNothing } from '../component/open-screen.tsx';
import { DESK, STILL } from './compare.ts';
import { TAKEN_AT } from './taken-at.ts';

// The frame, which other tests leave unseen.
(window.frameElement as HTMLElement | null)?.style.setProperty('opacity', '1');
const still = document.createElement('style');
still.textContent = STILL;
document.head.append(still);

beforeAll(async () => {
  const { newShop }: BrowserCommands = commands;
  await newShop();
  // All weights and letters of the fonts: none is loaded in the middle of a picture.
  await Promise.all([...document.fonts].map((face) => face.load()));
});
beforeEach(async () => {
  vi.useFakeTimers({ now: TAKEN_AT, toFake: ['Date'] });
  // Waiting for a slow page moved the faked time on, so that the page took the shop's clock, which stands, for slow.
  learnServerTime(new Date(TAKEN_AT).toUTCString());
  await page.viewport(DESK.width, DESK.height);
});
afterEach(() => {
  leaveNothing();
  vi.useRealTimers();
});
