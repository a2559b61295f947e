import type { BrowserWindow } from 'electron';
import { log } from './log.ts';

/** Milliseconds after which an unresponsive page is ended; its cart is kept and offered again. */
const UNRESPONSIVE_LIMIT_MS = 20_000;
/** Milliseconds within which crashes count as consecutive; the wait grows with each. */
const CRASHES_FORGOTTEN_MS = 60_000;
const PAUSES_MS = [0, 1_000, 5_000, 30_000];

/**
 * Reloads the page when its process crashed, was ended for want of memory, or hangs. The screen's state is in the draft
 * cache, and printing goes on in the main process.
 */
export function keepPageAlive(window: BrowserWindow, load: () => Promise<void>): void {
  const { webContents } = window;
  let crashes = 0;
  let lastCrash = 0;
  let patience: NodeJS.Timeout | undefined;

  const reload = () => {
    if (window.isDestroyed()) return;
    load().catch((fault: unknown) => log.error('The page cannot be loaded again:', fault));
  };
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    clearTimeout(patience);
    if (reason === 'clean-exit') return;
    const now = Date.now();
    crashes = now - lastCrash < CRASHES_FORGOTTEN_MS ? crashes + 1 : 0;
    lastCrash = now;
    log.error(`The page’s process is gone (${reason}, ${exitCode}); loading it again`);
    setTimeout(reload, PAUSES_MS[Math.min(crashes, PAUSES_MS.length - 1)]);
  });
  window.on('unresponsive', () => {
    log.warn('The page does not answer');
    clearTimeout(patience);
    patience = setTimeout(() => {
      webContents.forcefullyCrashRenderer();
    }, UNRESPONSIVE_LIMIT_MS);
  });
  window.on('responsive', () => {
    clearTimeout(patience);
  });
  webContents.on('console-message', ({ level, message }) => {
    if (level === 'error') log.warn('page:', message);
  });
}
