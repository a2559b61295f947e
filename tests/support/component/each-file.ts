import { afterEach, beforeAll } from 'vitest';
import { commands, type BrowserCommands } from 'vitest/browser';
// First, since the others keep the `fetch` that they find.
import { isLineSlow, tellFailed } from './slow-line.ts';
import { leaveNothing } from './open-screen.tsx';

// Runs for each file, while the module it comes from is loaded once for all of them.

beforeAll(() => {
  const { newShop }: BrowserCommands = commands;
  return newShop();
});
afterEach(leaveNothing);
if (isLineSlow) afterEach(tellFailed);
