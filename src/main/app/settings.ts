import type { z } from 'zod';
import {
  deviceSettings,
  printerSettings,
  type DeviceSettings,
  type PrinterSettings,
  type TillSettings,
} from '#bridge/settings.ts';
import { receiptWidths } from '#domain/receipt.ts';
import { isAllowedServer } from '../connection/server-address.ts';
import { keptServer, type KeptServer } from './kept-server.ts';

export type Settings = {
  /** As the screen sees them: without the certificate itself. */
  read: () => TillSettings;
  write: (settings: DeviceSettings) => void;
  readServer: () => KeptServer;
  /** @throws when the server's address is neither HTTPS nor on this computer */
  writeServer: (server: KeptServer) => void;
};

/** The part of electron-store that is used. */
type SettingsFile = { get: (key: 'till') => unknown; set: (key: 'till', value: unknown) => void };

type Environment = Record<string, string | undefined>;

const LOCAL_SERVER = 'http://127.0.0.1:4100';

/**
 * The till's settings. Each part that cannot be read falls back to its default by itself: a broken file never stops
 * the till, and a broken printer never costs it its server.
 */
export function openSettings(file: SettingsFile, env: Environment = process.env): Settings {
  const load = (): Record<string, unknown> => {
    try {
      const kept = file.get('till');
      return typeof kept === 'object' && kept !== null ? { ...kept } : {};
    } catch {
      // Unreadable is the same as absent.
      return {};
    }
  };
  const readDevices = (): DeviceSettings => {
    const kept = load();
    const parts = Object.entries(defaultDevices(env)).map(([name, standard]) => {
      const part = deviceSettings.shape[name as keyof DeviceSettings] as z.ZodType;
      const parsed = part.safeParse(kept[name]);
      return [name, parsed.success ? parsed.data : standard];
    });
    return Object.fromEntries(parts) as DeviceSettings;
  };
  const readServer = (): KeptServer => {
    const kept = keptServer.safeParse(load().server);
    if (kept.success && isAllowedServer(kept.data.url)) return kept.data;
    return { url: env.TINDAHAN_SERVER ?? LOCAL_SERVER, trusted: null };
  };
  return {
    read: () => {
      const { url, trusted } = readServer();
      return { ...readDevices(), server: { url, fingerprint: trusted?.fingerprint ?? null } };
    },
    write: (settings) => file.set('till', { ...load(), ...settings }),
    readServer,
    writeServer: (server) => {
      if (!isAllowedServer(server.url)) throw new Error('The server address must begin with https://');
      file.set('till', { ...load(), server });
    },
  };
}

/** What holds until somebody saves settings: `TINDAHAN_PRINTER` is `host:port` or `host:port:columns`. */
function defaultDevices(env: Environment): DeviceSettings {
  return {
    till_name: '',
    printer: env.TINDAHAN_PRINTER ? printerFrom(env.TINDAHAN_PRINTER) : null,
    scanners: [],
    log_level: 'info',
    kiosk: false,
  };
}

function printerFrom(text: string): PrinterSettings | null {
  const [host = '', port, columns] = text.split(':');
  const printer = printerSettings.safeParse({
    connection: { kind: 'network', host, port: Number(port) },
    columns: receiptWidths.find((known) => String(known) === columns) ?? 48,
    code_page: 'cp858',
    cutter: true,
    drawer_pin: 2,
    asks_status: true,
  });
  return printer.success ? printer.data : null;
}
