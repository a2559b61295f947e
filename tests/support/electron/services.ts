import { strict } from './strict.ts';

const remembered: Record<string, unknown> = {};
const remember = (name: string) => (handler: unknown) => {
  remembered[name] = handler;
};

/** Chromium under Playwright grants nothing by itself; that the handlers deny is for real Electron to show. */
export const session = strict('session', {
  defaultSession: strict('session.defaultSession', {
    setPermissionRequestHandler: remember('request'),
    setPermissionCheckHandler: remember('check'),
    setDevicePermissionHandler: remember('device'),
  }),
});

const MASK = 0x5a;
const mask = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ MASK));

/** A real key store cannot be had here: the text is only masked, so that a test can tell it from plain text. */
export const safeStorage = strict('safeStorage', {
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => process.env.STAND_IN_KEY_STORE ?? 'gnome_libsecret',
  encryptString: (text: string) => mask(Buffer.from(text)),
  decryptString: (bytes: Buffer) => mask(bytes).toString(),
});

export const shell = strict('shell', {});
