import type { App, BrowserWindow } from 'electron';
import type { Kiosk } from './kiosk.ts';
import { log } from './log.ts';

/**
 * How the window is left while its page has changes that would be lost. Electron takes a page's `beforeunload` for a no,
 * without a word: the close or the quit ends there, unless `will-prevent-unload` is prevented. So somebody is asked, and
 * the same is begun again, and meant. A quit that ends there gives the full screen back to its lock.
 * @param ask resolves with whether the changes may go
 */
export function guardClosing(
  app: Pick<App, 'on' | 'quit'>,
  window: BrowserWindow,
  { kiosk, ask }: { kiosk: Pick<Kiosk, 'release' | 'holdAgain'>; ask: () => Promise<boolean> },
): void {
  let begun: 'close' | 'quit' | null = null;
  let isSure = false;
  let isAsking = false;

  const decide = async (meant: 'close' | 'quit') => {
    isAsking = true;
    try {
      isSure = await ask();
    } finally {
      isAsking = false;
    }
    if (!isSure) return;
    if (meant === 'quit') app.quit();
    else window.close();
  };

  app.on('before-quit', () => {
    begun = 'quit';
    kiosk.release();
  });
  // Before the page is asked; the full screen's lock has said no by now, if it does.
  window.on('close', (event) => {
    if (!event.defaultPrevented) begun ??= 'close';
  });
  window.webContents.on('will-prevent-unload', (event) => {
    // The page loads itself again: nobody leaves the till.
    if (isSure || begun === null) return event.preventDefault();
    const meant = begun;
    begun = null;
    kiosk.holdAgain();
    if (!isAsking) decide(meant).catch((fault: unknown) => log.error('Nobody could be asked:', fault));
  });
  // Windows shuts down, and this is sure: `query-session-end` before it may still come to nothing, and `before-quit`
  // does not come at all. What matters is on the disk.
  window.on('session-end', () => {
    log.info('Windows ends the session');
    isSure = true;
    kiosk.release();
    app.quit();
  });
}
