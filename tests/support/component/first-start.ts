import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import type { FoundServer, FoundServers, ServerLook } from '#bridge/connection.ts';
import type { DeviceSettings, TillSettings } from '#bridge/settings.ts';
import { till } from '#renderer/lib/till.ts';
import { failCalls, openScreen } from './open-screen.tsx';
import { isShown } from './shown.ts';

/** A fingerprint that begins with this byte. */
export const fingerprintOf = (first: number) =>
  Array.from({ length: 32 }, (_, place) => ((first + place * 7) % 256).toString(16).padStart(2, '0'))
    .join(':')
    .toUpperCase();

export const SHOP: FoundServer = {
  name: 'Gadget Corner',
  url: 'https://192.168.1.10:4100',
  fingerprint: fingerprintOf(45),
};

export const untrusted = ({ url, fingerprint }: FoundServer): ServerLook => ({
  state: 'untrusted',
  url,
  fingerprint,
  valid_to: '2036-11-21T00:00:00.000Z',
});

const settings: TillSettings = {
  till_name: '',
  printer: null,
  label_printer: null,
  scanners: [],
  log_level: 'info',
  kiosk: false,
  server: { url: 'http://127.0.0.1:4100', fingerprint: null, is_chosen: false },
};

/** What a test does with the till's main process. */
export type FirstStart = {
  /** Answers the next search; until then it goes on. */
  finds: (servers: readonly FoundServer[], has_more?: boolean) => void;
  looked: FoundServer[];
  saved: DeviceSettings[];
};

/** Opens the sign-in of a till that was never told its server, and reaches none; `look` is what it sees at a found one. */
export async function openFirstStart(
  look: (server: FoundServer) => ServerLook = untrusted,
): Promise<FirstStart> {
  const before = { kind: till.kind, server: till.server, settings: till.settings };
  const looked: FoundServer[] = [];
  const saved: DeviceSettings[] = [];
  const searches: ((found: FoundServers) => void)[] = [];
  Object.assign(till, {
    kind: 'electron',
    settings: {
      ...till.settings,
      read: () => Promise.resolve(settings),
      write: (next: DeviceSettings) => {
        saved.push(next);
        return Promise.resolve();
      },
    },
    server: {
      find: () => new Promise<FoundServers>((resolve) => searches.push(resolve)),
      look: (url: string) => Promise.resolve({ state: 'unreachable', url, reason: 'Nothing answers there' }),
      lookAtFound: (server: FoundServer) => {
        looked.push(server);
        return Promise.resolve(look(server));
      },
      choose: ({ url }: { url: string }) =>
        Promise.resolve({ state: 'ready', url, version: '1.1.0', fingerprint: SHOP.fingerprint }),
    },
  });
  onTestFinished(() => void Object.assign(till, before));
  failCalls({ path: /\/api\/v1\// });
  await openScreen('/login', { email: null });
  await isShown(page.getByRole('heading', { name: 'Connect this till' }));
  return {
    looked,
    saved,
    finds: (servers, has_more = false) => searches.shift()?.({ servers: [...servers], has_more }),
  };
}
