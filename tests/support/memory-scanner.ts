import type { ScannerSettings } from '#bridge/settings.ts';
import { createFraming, type Framing } from '#main/scanner/framing.ts';
import { ScannerMissing, type ScannerDriver, type ScannerEvents } from '#main/scanner/port.ts';

/** A simulated scanner that tests plug in, scan with and pull out. */
export type MemoryScanner = ScannerDriver & {
  /** `busy`: there, and in use by another program. */
  mood: 'plugged' | 'unplugged' | 'busy';
  /** Sends bytes as the scanner does; nobody receives them unless it is open. */
  send: (bytes: Uint8Array) => void;
  unplug: () => void;
};

/** Makes a scanner without a device. */
export function memoryScanner(): MemoryScanner {
  let open: { framing: Framing; events: ScannerEvents; name: string } | null = null;
  const letGo = () => {
    open?.framing.close();
    open = null;
  };
  const scanner: MemoryScanner = {
    mood: 'plugged',
    send: (bytes) => open?.framing.feed(bytes),
    unplug: () => {
      const lost = open;
      scanner.mood = 'unplugged';
      letGo();
      lost?.events.onClose(`${lost.name} was unplugged`);
    },
    open: (settings, events) => {
      const name = nameOf(settings);
      if (scanner.mood === 'unplugged') return Promise.reject(new ScannerMissing(`${name} is not there`));
      if (scanner.mood === 'busy' || open) {
        return Promise.reject(new Error(`${name} is in use by another program`));
      }
      open = { framing: createFraming(events.onCode), events, name };
      return Promise.resolve({
        close: () => {
          letGo();
          return Promise.resolve();
        },
      });
    },
  };
  return scanner;
}

const nameOf = (settings: ScannerSettings) => (settings.kind === 'serial' ? settings.path : settings.name);
