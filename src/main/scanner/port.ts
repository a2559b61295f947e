import type { ScannerSettings } from '#bridge/settings.ts';

/** The events of an open scanner. */
export type ScannerEvents = {
  /** One whole frame as text, as the scanner sent it, without its terminator. */
  onCode: (code: string) => void;
  /** Called when it was unplugged or broke; the driver has let go of it, and it can be opened again. */
  onClose: (reason: string) => void;
};

/** An open scanner. */
export type OpenScanner = { close: () => Promise<void> };

/**
 * A driver for scanners. `open` resolves when the scanner is being listened to.
 * @throws ScannerMissing when it is not there now; any other error when it is there and cannot be used
 */
export type ScannerDriver<S extends ScannerSettings = ScannerSettings> = {
  open: (scanner: S, events: ScannerEvents) => Promise<OpenScanner>;
};

/** The device is not there yet. The message is for the cashier. */
export class ScannerMissing extends Error {
  override name = 'ScannerMissing';
}
