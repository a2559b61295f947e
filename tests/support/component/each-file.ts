import { afterEach, beforeAll } from 'vitest';
import { commands, type BrowserCommands } from 'vitest/browser';
import { leaveNothing } from './open-screen.tsx';

// Runs for each file, while the module it comes from is loaded once for all of them.

declare module 'vitest/browser' {
  interface BrowserCommands {
    shopOfToday: () => Promise<void>;
  }
}

beforeAll(() => {
  const { shopOfToday }: BrowserCommands = commands;
  return shopOfToday();
});
afterEach(leaveNothing);
