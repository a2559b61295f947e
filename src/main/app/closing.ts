import type { App, BrowserWindow } from 'electron';
import type { Kiosk } from './kiosk.ts';
import { log } from './log.ts';

/**
 * Asks before the window is left while its page has unsaved changes. Electron takes a page's `beforeunload` silently for
 * a no: the close or quit ends there unless `will-prevent-unload` is prevented. So this asks, then begins the same close
 * or quit again. A quit that ends there locks the full screen again.
 * @param ask resolves with true if the changes may be discarded
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
    // The page reloads itself: nobody leaves the till.
    if (isSure || begun === null) return event.preventDefault();
    const meant = begun;
    begun = null;
    kiosk.holdAgain();
    if (!isAsking) decide(meant).catch((fault: unknown) => log.error('Nobody could be asked:', fault));
  });
  // Windows shuts down, and this is final: after `query-session-end` it may still be cancelled, and `before-quit` does
  // not come at all. Everything important is on the disk.
  window.on('session-end', () => {
    log.info('Windows ends the session');
    isSure = true;
    kiosk.release();
    app.quit();
  });
}
