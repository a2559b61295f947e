import type { Session, WebContents } from 'electron';
import { TILL_ORIGIN } from './app-protocol.ts';

/**
 * The schemes that a session may load besides `app:`: content that the page made itself. Chromium's own DevTools are for
 * development.
 */
const ownSchemes = ['app:', 'blob:', 'data:', 'devtools:'];

/** True if an address is a page of the till: exactly its origin, and not only a prefix of it. */
export function isTillAddress(url: string): boolean {
  return url.startsWith(`${TILL_ORIGIN}/`);
}

/**
 * Denies all permissions: the till's page asks for no camera, location, notification or device (scanners and printers
 * belong to the main process), and loads nothing from elsewhere.
 */
export function denyRequests(session: Session): void {
  session.setPermissionRequestHandler((_page, _permission, answer) => {
    answer(false);
  });
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => {
    answer(null);
  });
  // Without a listener the first device that fits is chosen.
  session.on('select-hid-device', (event, _details, choose) => {
    event.preventDefault();
    choose(null);
  });
  session.on('select-usb-device', (event, _details, choose) => {
    event.preventDefault();
    choose();
  });
  session.on('select-serial-port', (event, _ports, _page, choose) => {
    event.preventDefault();
    choose('');
  });
  session.webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, ({ url }, answer) => {
    answer({ cancel: !ownSchemes.includes(new URL(url).protocol) });
  });
}

/** Prevents navigation of a page, or of other web content: no other address, no window, no webview. */
export function keepInPlace(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', (event) => {
    if (!isTillAddress(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isTillAddress(event.url)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    // The till's page has no frames.
    if (!event.isMainFrame) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
  contents.on('select-bluetooth-device', (event, _devices, choose) => {
    event.preventDefault();
    choose('');
  });
}
