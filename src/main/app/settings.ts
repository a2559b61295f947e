import { tillSettings, type PrinterSettings, type TillSettings } from '#bridge/till.ts';
import { receiptWidths } from '#domain/receipt.ts';
import { isAllowedServer } from './forward-api.ts';

export type Settings = {
  read: () => TillSettings;
  /** @throws when the server's address is neither HTTPS nor on this computer */
  write: (settings: TillSettings) => void;
};

/** The part of electron-store that is used. */
type SettingsFile = { get: (key: 'till') => unknown; set: (key: 'till', value: unknown) => void };

type Environment = Record<string, string | undefined>;

const LOCAL_SERVER = 'http://127.0.0.1:4100';

/** The till's settings. What cannot be read falls back to the defaults: a broken file never stops the till. */
export function openSettings(file: SettingsFile, env: Environment = process.env): Settings {
  const load = (): TillSettings => {
    try {
      const stored = tillSettings.safeParse(file.get('till'));
      if (stored.success && isAllowedServer(stored.data.server_url)) return stored.data;
    } catch {
      // Unreadable is the same as absent.
    }
    return defaultSettings(env);
  };
  return {
    read: load,
    write: (settings) => {
      if (!isAllowedServer(settings.server_url))
        throw new Error('The server address must begin with https://');
      file.set('till', settings);
    },
  };
}

/** What holds until somebody saves settings: `TINDAHAN_SERVER` and `TINDAHAN_PRINTER` (`host:port` or `host:port:columns`). */
export function defaultSettings(env: Environment): TillSettings {
  return {
    server_url: env.TINDAHAN_SERVER ?? LOCAL_SERVER,
    till_name: '',
    printer: env.TINDAHAN_PRINTER ? printerFrom(env.TINDAHAN_PRINTER) : null,
  };
}

function printerFrom(text: string): PrinterSettings | null {
  const [host = '', port, columns] = text.split(':');
  const width = receiptWidths.find((known) => String(known) === columns) ?? 48;
  const printer = tillSettings.shape.printer.safeParse({
    host,
    port: Number(port),
    columns: width,
    cutter: true,
    drawer_pin: 2,
  });
  return printer.success ? printer.data : null;
}
