import type { FoundServer, FoundServers, ServerChoice, ServerLook } from '#bridge/connection.ts';
import type { KeptServer } from '../app/kept-server.ts';
import { log } from '../app/log.ts';
import type { Settings } from '../app/settings.ts';
import { serverTag, tagOfOther } from '../disk/server-tag.ts';
import { type Backend, openBackend } from './backend.ts';
import { systemAuthorities } from './certificates.ts';
import { examineServer } from './examine-server.ts';
import { findServers } from './find-servers.ts';
import { isOfSameShop, isSameServer, isTrustedCertificate } from './same-server.ts';
import { askForHealth } from './server-health.ts';
import { watchSilence } from './silence.ts';

const LOOK_LIMIT_MS = 6000;

/** The one backend that the till works with, and what changes it. */
export type ServerConnection = {
  /** The backend of this moment; a request keeps the one that it began with. */
  current: () => Backend;
  look: (url: string) => Promise<ServerLook>;
  find: () => Promise<FoundServers>;
  /** Refuses a server whose certificate is not the announced one. */
  lookAtFound: (found: FoundServer) => Promise<ServerLook>;
  choose: (choice: ServerChoice) => Promise<ServerLook>;
  /** Somebody signed in at the present server: keeps it as the till's, with the shop that it says it is of. */
  keep: () => Promise<void>;
  close: () => void;
};

type ServerConnectionDeps = {
  settings: Pick<Settings, 'readServer' | 'readTags' | 'writeServer'>;
  /** This till's version, which may be too old for the server. */
  tillVersion: string;
  /** Ends the sign-in at the old server. */
  signOut: () => void;
  /** The till leaves the shop: drops what it knows of it. */
  forget?: () => void;
  /** Returns why the till must not leave its shop's server, in one sentence; null if it may. */
  whyNotLeave?: () => Promise<string | null>;
  /** Hears that the till works with another address or shop. */
  onChange?: () => void;
  /** Hears at which address the server was found again. */
  onFound?: (url: string) => void;
  /** The trusted authorities as PEM. */
  authorities?: () => string[];
  /** Milliseconds until an address that does not answer is given up. */
  lookLimit?: number;
  /** Asks the network for servers. */
  find?: () => Promise<FoundServers>;
  /** Milliseconds that only go forward. */
  uptime?: () => number;
};

export function openServerConnection(deps: ServerConnectionDeps): ServerConnection {
  const { settings, tillVersion, signOut, authorities = systemAuthorities, lookLimit = LOOK_LIMIT_MS } = deps;
  const {
    forget = () => undefined,
    whyNotLeave = () => Promise.resolve(null),
    onChange = () => undefined,
    onFound = () => undefined,
  } = deps;
  const { find = () => findServers(), uptime = () => performance.now() } = deps;
  let kept = settings.readServer();

  /** @param compared `accepted`: the fingerprint that was compared just now; `announced`: the one that the network told */
  const examine = (typed: string, compared: { accepted?: string | null; announced?: string | null } = {}) =>
    examineServer(typed, { kept, ...compared, tillVersion, authorities, lookLimit });

  /**
   * The server does not answer any more: looks for it at another address of this network. One that shows the certificate
   * that was compared is followed, and nobody is asked; where there are two, one is a copy.
   */
  const search = async () => {
    const lost = backend;
    const { servers } = await find();
    const found: KeptServer[] = [];
    for (const { url, fingerprint } of servers) {
      if (!isTrustedCertificate(kept, fingerprint)) continue;
      const { server } = await examine(url, { announced: fingerprint });
      if (server && isSameServer(kept, server)) found.push(server);
    }
    const [moved, ...others] = found;
    if (!moved || moved.url === kept.url || backend !== lost) return;
    if (others.length > 0) {
      log.warn('The server was found more than once:', found.map(({ url }) => url).join(', '));
      return;
    }
    log.info(`The server was found at ${moved.url}`);
    await use(moved);
    onFound(moved.url);
  };
  const silence = watchSilence({
    search: () => void search().catch((fault: unknown) => log.warn('The server was not found:', fault)),
    uptime,
  });
  /** Only a certificate that was compared tells the server at another address. */
  const noteOutcome = (isAnswered: boolean) => silence.note(isAnswered || kept.trusted === null);
  const open = () => openBackend(kept, authorities, { shop: () => kept.shop, onOutcome: noteOutcome });
  let backend = open();
  /** The backend that was kept as the till's. */
  let keptAs: Backend | null = null;

  /** Returns which shop's the present server says it is, null of an older one; null if it does not answer. */
  const askForShop = async (): Promise<Pick<KeptServer, 'shop'> | null> => {
    try {
      const { shop, look } = await askForHealth(backend, tillVersion, AbortSignal.timeout(lookLimit));
      return look ? null : { shop };
    } catch {
      return null;
    }
  };

  const use = async (found: KeptServer) => {
    const isOther = !isSameServer(kept, found);
    const isLeft = !isOfSameShop(kept, found);
    const tag = isLeft ? tagOfOther(found, settings.readTags()) : serverTag(kept);
    const shop = found.shop ?? (isLeft ? null : kept.shop);
    const server = { ...found, shop, tag, is_new: isOther || kept.is_new };
    const end = () => {
      if (isOther) signOut();
      if (isLeft) forget();
    };
    // First, so that the token goes nowhere if something fails later.
    end();
    await settings.writeServer(server);
    // Whoever signed in meanwhile did it at the former one.
    end();
    backend.leave();
    kept = server;
    silence.forget();
    backend = open();
    onChange();
  };

  return {
    current: () => backend,
    look: async (url) => (await examine(url)).look,
    find,
    lookAtFound: async ({ url, fingerprint }) => (await examine(url, { announced: fingerprint })).look,
    choose: async ({ url, fingerprint }) => {
      const { look, server } = await examine(url, { accepted: fingerprint });
      if (!server) return look;
      const reason = isOfSameShop(kept, server) ? null : await whyNotLeave();
      if (reason !== null) return { state: 'refused', url: server.url, reason };
      await use(server);
      return look;
    },
    keep: async () => {
      const asked = backend;
      if (keptAs === asked) return;
      keptAs = asked;
      const said = kept.shop === null ? await askForShop() : kept;
      if (backend !== asked) return;
      // It is asked again at the next call.
      if (!said) keptAs = null;
      kept = { ...kept, shop: said?.shop ?? null, tag: serverTag(kept), is_new: false };
      await settings.writeServer(kept);
    },
    close: () => backend.leave(),
  };
}
