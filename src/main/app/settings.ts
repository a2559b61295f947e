import { z } from 'zod';
import {
  deviceSettings,
  printerSettings,
  type DeviceSettings,
  type PrinterSettings,
  type TillSettings,
} from '#bridge/settings.ts';
import type { Trouble } from '#bridge/troubles.ts';
import { receiptWidths } from '#domain/receipt.ts';
import { isAllowedServer } from '../connection/server-address.ts';
import { serverTag } from '../disk/server-tag.ts';
import { addressOf, portIn } from '../own-server/address.ts';
import { keptServer, type KeptServer } from './kept-server.ts';
import { log } from './log.ts';
import type { SettingsFile } from './settings-file.ts';

/** A part of the settings; `server` is kept beside those of the devices. */
type SettingsPart = keyof TillSettings;

export type Settings = {
  /** The settings as the screen sees them: without the certificate itself. */
  read: () => TillSettings;
  /** Holds once it is on the disk. */
  write: (settings: DeviceSettings) => Promise<void>;
  /** The server that was kept; until one is, that of the environment or of this computer. */
  readServer: () => KeptServer;
  /** The tags of the servers that the till has worked with, by their shops. */
  readTags: () => Record<string, string>;
  /** @throws when the server's address is neither HTTPS nor on this computer */
  writeServer: (server: KeptServer) => Promise<void>;
  /** The saved parts that could not be read at the start. */
  lost: readonly SettingsPart[];
};

type Environment = Record<string, string | undefined>;

/**
 * The till's settings, read once. Each part that cannot be read falls back to its default separately: a broken printer
 * never costs the till its server. Only the full screen falls back to on, so that a broken file unlocks nothing; a lost
 * server is in `lost` and needs a new sign-in.
 */
export function openSettings(
  { content = {}, isDamaged, save: replace }: SettingsFile,
  { env = process.env }: { env?: Environment } = {},
): Settings {
  let kept: Record<string, unknown> = isObject(content) ? content : {};
  let saving = Promise.resolve();
  /** One after the other: each is written over what the one before it has left. */
  const save = (changes: object): Promise<void> => {
    const saved = saving.then(async () => {
      const next = { ...kept, ...changes };
      await replace(next);
      kept = next;
    });
    saving = saved.catch(() => undefined);
    return saved;
  };
  const lost =
    isDamaged || !isObject(content)
      ? everyPart
      : everyPart.filter((part) => kept[part] !== undefined && !isSound(part, kept[part]));
  // The fallback is saved, so that it holds at the next start, too.
  if (lost.includes('kiosk')) {
    kept = { ...kept, kiosk: true };
    save({}).catch((fault: unknown) => log.error('The settings cannot be saved:', fault));
  }

  const readDevices = (): DeviceSettings => {
    const parts = Object.entries(defaultDevices(env)).map(([name, standard]) => {
      const parsed = schemaOf(name as SettingsPart).safeParse(kept[name]);
      return [name, parsed.success ? parsed.data : standard];
    });
    return Object.fromEntries(parts) as DeviceSettings;
  };
  const readServer = (): KeptServer =>
    isSound('server', kept.server)
      ? keptServer.parse(kept.server)
      : { url: env.TINDAHAN_SERVER ?? addressOf(portIn(env)), trusted: null, shop: null, is_new: false };
  const readTags = () => tags.safeParse(kept.tags).data ?? {};
  return {
    read: () => {
      const { url, trusted } = readServer();
      const is_chosen = isSound('server', kept.server) || env.TINDAHAN_SERVER !== undefined;
      return { ...readDevices(), server: { url, fingerprint: trusted?.fingerprint ?? null, is_chosen } };
    },
    write: save,
    readServer,
    readTags,
    writeServer: async (server) => {
      if (!isAllowedServer(server.url)) throw new Error('The server address must begin with https://');
      const { shop } = server;
      await save({ server, ...(shop !== null && { tags: { ...readTags(), [shop]: serverTag(server) } }) });
    },
    lost,
  };
}

const tags = z.record(z.string(), z.string());

const everyPart = [...Object.keys(deviceSettings.shape), 'server'] as SettingsPart[];

const schemaOf = (part: SettingsPart): z.ZodType =>
  part === 'server' ? keptServer.refine(({ url }) => isAllowedServer(url)) : deviceSettings.shape[part];

const isSound = (part: SettingsPart, value: unknown): boolean => schemaOf(part).safeParse(value).success;

const isObject = (kept: unknown): kept is Record<string, unknown> =>
  typeof kept === 'object' && kept !== null && !Array.isArray(kept);

const partText: Record<SettingsPart, string> = {
  till_name: 'its name',
  printer: 'its printer',
  label_printer: 'its label printer',
  scanners: 'its scanners',
  log_level: 'how much it logs',
  kiosk: 'whether it fills the screen',
  server: 'its server',
};

/** Returns the display text about lost settings for the person at the till. */
export function troubleOfSettings(lost: readonly SettingsPart[]): Trouble {
  const parts = lost.map((part) => partText[part]).join(', ');
  const screen = lost.includes('kiosk') ? ' It fills the screen until a manager leaves that.' : '';
  return {
    title: 'Settings of this till could not be read',
    detail: `It has lost ${parts}. Set that up again under “This Till”.${screen}`,
  };
}

/** The defaults until settings are saved: `TINDAHAN_PRINTER` is `host:port` or `host:port:columns`. */
function defaultDevices(env: Environment): DeviceSettings {
  return {
    till_name: '',
    printer: env.TINDAHAN_PRINTER ? printerFrom(env.TINDAHAN_PRINTER) : null,
    label_printer: null,
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
