import { join } from 'node:path';
import {
  keptSale,
  type Enrolment,
  type KeptSale,
  type OfflineCompleted,
  type OfflineCompletion,
  type OfflineFile,
  type OfflineOpened,
  type OfflineState,
  type SaleWanted,
  type ShiftToOpen,
  type SoldFound,
  type SoldWanted,
} from '#bridge/offline-sales.ts';
import { salesOrShifts } from '#domain/offline-sales.ts';
import { CLIENT_VERSION_HEADER } from '#domain/version.ts';
import { API_PREFIX } from '../app/forward-api.ts';
import { log } from '../app/log.ts';
import type { SecretStore } from '../app/secret-store.ts';
import type { Backend } from '../connection/backend.ts';
import { completeSale, seriesOf, type MakingDeps } from './complete.ts';
import { isOfSeries, openCredentials, type Credentials } from './credentials.ts';
import { TO_SETTLE, type KeptRow, type SalesFile } from './sales-file.ts';
import { openShift } from './open-shift.ts';
import { startSender, type Pauses, type Sender } from './sender.ts';
import { saleThatHas, type StandsSince } from './sold.ts';
import { computerClocks, startTillClock, type Clocks, type TillClock } from './till-clock.ts';

/** Milliseconds between two writes of the till's clock, besides those with a sale. */
const MOMENTS_KEPT = 30_000;
const ANSWER_LIMIT_MS = 60_000;

type OfflineDeps = {
  /** The till's data folder. */
  folder: string;
  /** The backend of this moment. */
  backend: () => Backend;
  tillVersion: string;
  /** Returns the token of the present sign-in. */
  readToken: () => string | null;
  /** False while nobody has signed in at this server yet. */
  maySend?: () => boolean;
  sentCartWith?: MakingDeps['sentCartWith'];
  sentOfDraft?: MakingDeps['sentOfDraft'];
  openFile: (file: string) => SalesFile;
  openSecret: (file: string) => Promise<SecretStore>;
  onChange: (state: OfflineState) => void;
  /** Absent where the till keeps no copy of its store. */
  standsSince?: StandsSince;
  clocks?: Clocks;
  pauses?: Pauses;
};

/** One server’s file, clock, credentials and sender, while they are open. */
type Desk = {
  url: string;
  file: SalesFile;
  clock: TillClock;
  credentials: Credentials;
  sender: Sender;
  state: () => OfflineState;
  keepMoments: () => void;
  close: () => void;
};

export type Offline = {
  enrol: (wanted: Enrolment) => Promise<OfflineState>;
  state: () => Promise<OfflineState>;
  complete: (completion: OfflineCompletion) => Promise<OfflineCompleted>;
  openShift: (shift: ShiftToOpen) => Promise<OfflineOpened>;
  sales: () => Promise<KeptSale[]>;
  sale: (wanted: SaleWanted) => Promise<KeptSale | null>;
  sold: (wanted: SoldWanted) => Promise<SoldFound>;
  export: () => Promise<OfflineFile>;
  /** Hears that a file of this name was saved. */
  saved: (name: string) => void;
  /** Opens the present server's file and begins to send what waits in it. */
  start: () => Promise<void>;
  /** Takes the server's time of an answer that reached its database. */
  heard: (date: number) => void;
  /** Returns the secret of the till's credential; null while it has none. */
  secret: () => Promise<string | null>;
  /** Returns why the till must not leave its server, in one sentence; null if it may. */
  whyNotLeave: () => Promise<string | null>;
  /** The till works with another server: its credential at this one is forgotten. */
  leave: () => void;
  /** Stops sending and closes the file. */
  stop: () => void;
};

/** Keeps the file of the present server open; another server has another one. */
function createDesks(deps: OfflineDeps) {
  let opened: { url: string; tag: string; desk: Promise<Desk> } | null = null;
  /** Settled once the file of the former server is closed: it may be the same one, at another address. */
  let closed: Promise<void> = Promise.resolve();
  let isStopped = false;

  const current = (): Promise<Desk> => {
    const server = deps.backend();
    if (isStopped) return Promise.reject(new Error('The till stops'));
    const { url, tag } = server;
    if (opened?.url === url && opened.tag === tag) return opened.desk;
    close(opened?.desk);
    const desk = closed.then(() => openDesk(server, deps));
    const mine = { url, tag, desk };
    opened = mine;
    // A file that another program held is tried again at the next call.
    desk.catch(() => {
      if (opened === mine) opened = null;
    });
    return desk;
  };
  const close = (desk: Promise<Desk> | undefined, andForget = false) => {
    closed = closed
      .then(() => desk)
      .then((its) => {
        // By it what waits is sent, should the till come back.
        if (andForget && its?.file.waitingCount() === 0) its.credentials.forget();
        its?.close();
      })
      .catch((fault: unknown) => log.warn('The till’s own sales were not closed:', fault));
  };
  const take = (andForget: boolean) => {
    const last = opened;
    opened = null;
    close(last?.desk, andForget);
  };
  return {
    current,
    leave: () => take(true),
    stop: () => {
      isStopped = true;
      take(false);
    },
  };
}

/** Writes what waits to a file for a manager, and notes what was saved. */
function createExports(current: () => Promise<Desk>): Pick<Offline, 'export' | 'saved'> {
  /** The sales of the last exported file, by its name. */
  let exported: { name: string; file: SalesFile; sales: KeptRow[] } | null = null;
  return {
    export: async () => {
      const { file, state } = await current();
      const { till, now } = state();
      const waiting = file.waiting();
      const sales = waiting.map(({ number, key, hash, body }) => ({ number, key, hash, body }));
      const day = new Date(now).toISOString().slice(0, 10);
      const of = till ? `${till.store_code}-${till.till_code}` : 'till';
      const name = `${of} sales ${day}.json`.replace(/[^\p{L}\p{N} ._-]/gu, '-');
      exported = { name, file, sales: waiting };
      return { name, text: JSON.stringify({ sales }, null, 2) };
    },
    saved: (name) => {
      if (exported?.name !== name) return;
      const { file, sales } = exported;
      current().then(
        (desk) => desk.file === file && file.noteSaved(sales),
        () => undefined,
      );
    },
  };
}

/**
 * The sales that this till makes while the server cannot be reached: kept in a file for each server, and sent from it, with
 * nobody signed in.
 */
export function openOffline(deps: OfflineDeps): Offline {
  const {
    readToken,
    onChange,
    maySend = () => true,
    standsSince = () => null,
    sentCartWith = () => null,
    sentOfDraft = () => [],
  } = deps;
  const { current, leave, stop } = createDesks(deps);

  /** Makes a sale or opens a shift, and sends it. */
  const make = async <T extends object>(work: (deps: MakingDeps) => T): Promise<T> => {
    const { file, clock, credentials, sender, state } = await current();
    const result = work({
      file,
      clock,
      credential: credentials.living(),
      standsSince,
      sentCartWith,
      sentOfDraft,
    });
    if (!('refused' in result)) {
      sender.wake();
      onChange(state());
    }
    return result;
  };

  let enrolling: Promise<unknown> = Promise.resolve();

  return {
    start: async () => {
      await current();
    },
    state: async () => (await current()).state(),
    sales: async () => {
      const { file, clock } = await current();
      return file.sales(clock.now());
    },
    sale: async (wanted) => (await current()).file.sale(wanted),
    sold: async ({ store_id, names }) => {
      const { file } = await current();
      return names.flatMap((name) => {
        const { data: sale } = keptSale.safeParse(saleThatHas(name, { file, standsSince, store_id }));
        return sale ? [{ name, sale }] : [];
      });
    },
    complete: (completion) => make((desk) => completeSale(desk, completion)),
    openShift: (shift) => make((desk) => openShift(desk, shift)),
    enrol: async (enrolment) => {
      const desk = await current();
      const mine = enrolling.then(() => enrol(desk, enrolment, { ...deps, token: readToken() }));
      enrolling = mine.catch(() => undefined);
      await mine;
      onChange(desk.state());
      return desk.state();
    },
    ...createExports(current),
    heard: (date) => {
      current().then(
        ({ clock, keepMoments, sender }) => {
          clock.hear(date);
          keepMoments();
          sender.serverIsBack();
        },
        () => undefined,
      );
    },
    secret: async () => (maySend() ? ((await current()).credentials.living()?.secret ?? null) : null),
    whyNotLeave: async () => {
      const waiting = (await current()).file.waitingUnsaved();
      if (waiting === 0) return null;
      const waits = waiting === 1 ? 'waits' : 'wait';
      return `${salesOrShifts(waiting)} ${waits} to be sent to the present server. Connect this till to it first, or ${BY_A_MANAGER}`;
    },
    leave,
    stop,
  };
}

async function openDesk({ url, tag }: Backend, deps: OfflineDeps): Promise<Desk> {
  const { folder, openFile, openSecret, clocks = computerClocks, maySend = () => true } = deps;
  // Keys, numbers and credentials are valid at that server only.
  const path = join(folder, `offline-${tag}`);
  const credentials = openCredentials(await openSecret(`${path}.credential`));
  const file = openFile(`${path}.db`);
  const clock = startTillClock(file.moments(), clocks);

  let keptAt = -Infinity;
  const keepMoments = () => {
    if (clock.answeredAt() === null || clocks.uptime() - keptAt < MOMENTS_KEPT) return;
    keptAt = clocks.uptime();
    try {
      file.keepMoments(clock.moments());
    } catch (fault) {
      log.warn('The till’s clock was not kept:', fault);
    }
  };
  const timer = setInterval(keepMoments, MOMENTS_KEPT);
  timer.unref();

  const state = (): OfflineState => {
    const living = credentials.living();
    const is_ended = credentials.isEnded();
    const waiting = file.waitingCount();
    const isReady = living && file.hasSeries(seriesOf(living));
    const next = file.nextToSend();
    const canSend = next !== null && credentials.senderOf(next) !== null;
    const without = is_ended ? ENDED : NONE;
    // One that is sent again after a restore does not wait for a manager.
    const refusal = next?.problem === TO_SETTLE ? null : next?.problem;
    return {
      till: isReady ? living.till : null,
      is_ended,
      opening: living && file.opening(living.till),
      waiting,
      has_sales: file.hasSales(),
      references: [...file.usedReferences()],
      problem: next && (canSend ? (refusal ?? null) : without),
      answered_at: clock.answeredAt(),
      now: clock.now(),
    };
  };
  const sender = startSender({
    file,
    clock,
    credentials,
    post: (route, body, headers, signal) =>
      maySend()
        ? post(url, deps, route, body, headers, signal)
        : Promise.reject(new Error('Nobody has signed in at this server yet')),
    onChange: () => {
      try {
        deps.onChange(state());
      } catch (fault) {
        log.warn('The page was not told of the till’s sales:', fault);
      }
    },
    ...(deps.pauses && { pauses: deps.pauses }),
  });
  return {
    url,
    file,
    clock,
    credentials,
    sender,
    state,
    keepMoments,
    close: () => {
      clearInterval(timer);
      sender.stop();
      file.close();
    },
  };
}

const BY_A_MANAGER = 'save its sales to a file under F11, for a manager to send under Sales to Settle';
const ENDED = `The server has ended this till’s access: ${BY_A_MANAGER}`;
const NONE = `This till has no access of its own to the server: ${BY_A_MANAGER}`;

/** Gets a till's credential, unless the kept one is of this till and living. */
async function enrol(
  { url, file, credentials, sender }: Desk,
  wanted: Enrolment,
  deps: OfflineDeps & { token: string | null },
): Promise<void> {
  const { till_key: _key, ...till } = wanted;
  const living = credentials.living();
  const isOf = living?.till.till_id === till.till_id;
  if (isOf && file.hasSeries(seriesOf(living))) {
    credentials.rename(till);
    return;
  }
  if (deps.token === null) return;
  const waits = file.waiting();
  const given = await credentials.ask(wanted, deps.token, {
    post: (path, body, headers) => post(url, deps, path, body, headers),
    file: file.seriesOf(till.store_code),
    isNeeded: (credential) => waits.some((sale) => isOfSeries(sale, credential)),
  });
  if (!given) return;
  file.startSeries(seriesOf(given));
  sender.wake();
}

/** Posts to the API of one server; never to the one that the till works with by now. */
async function post(
  url: string,
  { backend, tillVersion }: Pick<OfflineDeps, 'backend' | 'tillVersion'>,
  path: string,
  body: object,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<Response> {
  const server = backend();
  if (server.url !== url) throw new Error('The till works with another server');
  const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
  return server.fetch(new URL(API_PREFIX + path.slice(1), url), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', [CLIENT_VERSION_HEADER]: tillVersion },
    body: JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  });
}
