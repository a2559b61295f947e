import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PrintQueueEntry } from '#bridge/printing.ts';
import type { UpdateStatus } from '#bridge/updates.ts';
import { TILL_HEADER } from '#contract/headers.ts';
import {
  manifestOf,
  parseReleaseKeys,
  readRelease,
  type ReleaseManifest,
  ReleaseRefusal,
  type SignedRelease,
  signedRelease,
} from '#contract/release-manifest.ts';
import { z } from '#contract/zod.ts';
import { API_PREFIX } from '../app/forward-api.ts';
import { log } from '../app/log.ts';
import type { Backend } from '../connection/backend.ts';
import { diskFaultOf, diskText } from '../disk/disk-faults.ts';
import { downloadRelease, isWhole, programOf } from './download.ts';
import { INSTALL_TRIES } from './guard-start.ts';
import type { Installer } from './installer.ts';
import { openUpdateState, type StateFile } from './update-state.ts';

/** Milliseconds: between two checks, between two looks if one is due, and until a new version counts as running well. */
export type UpdatePauses = { check: number; look: number; well: number };
const PAUSES: UpdatePauses = { check: 3_600_000, look: 30_000, well: 30_000 };

/** Milliseconds until an answer must be there, and until a whole file must be. */
const ANSWER_LIMIT_MS = 60_000;
const FILE_LIMIT_MS = 6 * 3_600_000;
/** Milliseconds within which the till ends after somebody chose to update now. */
const NOW_HOLDS_MS = 120_000;

/** What was built into the program: the shop's public keys, and the second in which it was built. */
const builtIn = z.object({ keys: z.string().transform(parseReleaseKeys), built_at: z.int() });
type BuiltIn = z.output<typeof builtIn>;

/** Reads what was built into the program; no keys where it was built without. */
export function readBuiltIn(folder: string): BuiltIn {
  const file = join(folder, 'release-keys.json');
  const none = { keys: [], built_at: 0 };
  if (!existsSync(file)) return none;
  try {
    return builtIn.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (fault) {
    log.error('The keys of releases cannot be read, so none is taken:', fault);
    return none;
  }
}

/** Returns the headers by which a call of the page names its store and its till; null where it names no store. */
export function placesOf(headers: Headers): Record<string, string> | null {
  const store = headers.get('x-store-id');
  const till = headers.get(TILL_HEADER);
  return store === null ? null : { 'x-store-id': store, ...(till !== null && { [TILL_HEADER]: till }) };
}

/** Returns why the till must not be ended now: a sale is being paid, or a paper printed. */
export function whyNotNow(address: string, jobs: Pick<PrintQueueEntry, 'state'>[]): string | null {
  if (/^\/pos\/./.test(new URL(address).pathname)) return 'Finish this sale first';
  const isPrinting = jobs.some(({ state }) => state === 'sending');
  return isPrinting ? 'A paper is being printed. Try again when it is done' : null;
}

type UpdatesDeps = BuiltIn & {
  /** The folder of updates. */
  folder: string;
  version: string;
  platform: string;
  arch: string;
  installer: Installer | null;
  backend: () => Backend;
  /** Returns the headers by which the till, or who is signed in, calls; null while there is neither. */
  caller: () => Promise<Record<string, string> | null>;
  /** Returns what must be ended before the till is, as a sentence without a full stop; null for nothing. */
  whyNotNow: () => string | null;
  /** Ends the till: its window closes, which somebody may still refuse. */
  quit: () => void;
  onChange: (status: UpdateStatus) => void;
  pauses?: UpdatePauses;
  reserve?: number;
};

export type Updates = ReturnType<typeof openUpdates>;

/** The part of the answer that counts here; a newer server may send more. */
const checked = z.looseObject({ release: signedRelease.nullable() });

/** What asks Windows for signatures is not to be had, as where a virus scanner took it away: not for good. @throws */
function notChecked(fault: unknown): never {
  log.warn('The signature of the release was not checked:', fault);
  throw new ReleaseRefusal('This computer cannot check who signed the release. Install this version by hand');
}

/** Returns a fault as a sentence for whoever looks after the till; null where the next check tries again by itself. */
function problemOf(fault: unknown): string | null {
  if (fault instanceof ReleaseRefusal) return fault.message;
  const disk = diskFaultOf(fault);
  if (disk === null) return null;
  const { reason, help } = diskText[disk];
  return `${reason}. ${help}`;
}

/**
 * The till's own updates from its shop's server: what is chosen for it is loaded in the background, checked by the key that
 * was built in, and installed between sales, or when the till is closed or started.
 */
export function openUpdates(deps: UpdatesDeps) {
  const { folder, version, platform, arch, installer, keys, onChange, pauses = PAUSES } = deps;
  const state = openUpdateState(folder);
  const isOn = keys.length > 0 && installer !== null;
  const stopping = new AbortController();
  let problem: string | null = state.read().failed?.reason ?? null;
  let checkedAt = -Infinity;
  let checking: Promise<void> | null = null;
  let chosenAt = -Infinity;
  let isOver = false;
  let timers: NodeJS.Timeout[] = [];

  const stagedManifest = () => {
    const { staged } = state.read();
    return staged && manifestOf(staged);
  };
  const status = (): UpdateStatus => {
    const staged = isOn ? stagedManifest() : null;
    const manifest = staged?.version === version ? null : staged;
    const isPutOff = manifest !== null && manifest.sequence <= state.read().put_off;
    return {
      ready: manifest?.version ?? null,
      is_asked: manifest !== null && !isPutOff,
      problem,
      is_on: isOn,
    };
  };

  const call = async (path: string, init: RequestInit, limit: number): Promise<Response | null> => {
    const headers = await deps.caller();
    if (headers === null) return null;
    const { url, fetch } = deps.backend();
    // Without the till's version: a server that serves it no more is the one to update it.
    return fetch(new URL(API_PREFIX + path, url), {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(limit)]),
    });
  };
  const ask = async (): Promise<SignedRelease | null | undefined> => {
    const body = JSON.stringify({ version, platform, arch, error: problem?.slice(0, 500) ?? null });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const answer = await call('till-releases/check', init, ANSWER_LIMIT_MS);
    if (!answer) return undefined;
    const said = checked.safeParse(await answer.json().catch(() => null));
    if (!answer.ok || !said.success) throw new Error(`The server named no release (${answer.status})`);
    return said.data.release;
  };
  const load =
    ({ sha256 }: ReleaseManifest) =>
    async (from: number): Promise<Response> => {
      const rest = { range: `bytes=${from}-`, 'if-range': `"${sha256}"` };
      const init = { headers: from > 0 ? rest : {} };
      const answer = await call(`till-releases/${sha256}/file`, init, FILE_LIMIT_MS);
      if (!answer) throw new Error('Nobody is signed in');
      return answer;
    };

  /** Refuses a program that is not signed for its system as the running one is, for good: it would be loaded again. */
  const refuseUnsigned = async (program: string, { sequence }: ReleaseManifest): Promise<void> => {
    const reason = (await installer?.refusalOf(program).catch(notChecked)) ?? null;
    if (reason === null) return;
    state.change({ failed: { sequence, reason } });
    throw new ReleaseRefusal(reason);
  };

  const take = async (signed: SignedRelease | null): Promise<void> => {
    const manifest = signed && readRelease(signed, keys);
    if (!signed || !manifest || manifest.version === version) return drop(state, folder);
    refuseUnfit(manifest, { ...deps, state });
    const staged = stagedManifest();
    if (staged?.sha256 === manifest.sha256 && staged.sequence === manifest.sequence) return;
    const { reserve } = deps;
    drop(state, folder, manifest);
    const program = await downloadRelease({
      folder,
      manifest,
      load: load(manifest),
      ...(reserve !== undefined && { reserve }),
    });
    await refuseUnsigned(program, manifest);
    state.change({ staged: signed });
    log.info(`Version ${manifest.version} is ready to be installed`);
  };

  const checkOnce = async (): Promise<void> => {
    const release = await ask();
    if (release === undefined) return;
    checkedAt = performance.now();
    const before = problem;
    try {
      await take(release);
      problem = null;
    } catch (fault) {
      if (stopping.signal.aborted) return;
      log.warn('The release was not taken:', fault);
      problem = problemOf(fault);
      // A line that was cut goes on soon, a full disk or a wrong file only with the next check.
      if (problem === null) checkedAt = -Infinity;
    }
    onChange(status());
    if (problem !== before) await ask();
  };
  /** Checks at once, or joins the check that is going on. Without an answer the next look tries again. */
  const check = async (): Promise<UpdateStatus> => {
    checking ??= checkOnce()
      .catch((fault: unknown) => {
        if (!stopping.signal.aborted) log.warn('The server was not asked for a release:', fault);
      })
      .finally(() => {
        checking = null;
      });
    await checking;
    return status();
  };

  /** Begins to install what is staged; false if there is nothing, or it is not whole any more. */
  const begin = async (thenStart: boolean): Promise<boolean> => {
    const { staged, installing } = state.read();
    if (!isOn || isOver || !staged || manifestOf(staged)?.version === version) return false;
    try {
      const manifest = readRelease(staged, keys);
      refuseUnfit(manifest, { ...deps, state });
      const program = programOf(folder, manifest);
      if (!(await isWhole(program, manifest))) throw new Error('The release that was ready is damaged');
      await refuseUnsigned(program, manifest);
      const tries = (installing ? installing.tries : 0) + 1;
      if (tries > INSTALL_TRIES) return false;
      state.change({ installing: { signed: staged, tries, starts: 0 } });
      log.info(`Version ${manifest.version} is being installed`);
      installer.install(program, { thenStart });
      return true;
    } catch (fault) {
      log.error('The release was not installed:', fault);
      problem = problemOf(fault);
      if (diskFaultOf(fault) === null) drop(state, folder);
      return false;
    }
  };

  const stop = (): void => {
    for (const timer of timers) clearTimeout(timer);
    stopping.abort();
  };

  return {
    status: () => Promise.resolve(status()),
    check,
    /** Ends the till to install what is ready, unless a sale or a print is going on. */
    install: async (): Promise<{ reason: string | null }> => {
      const reason = deps.whyNotNow();
      if (reason !== null) return { reason };
      chosenAt = performance.now();
      // The page gets its answer first.
      setImmediate(deps.quit);
      return Promise.resolve({ reason: null });
    },
    /** Installs it when the till is closed; the cashier is not asked again. */
    putOff: async (): Promise<void> => {
      state.change({ put_off: stagedManifest()?.sequence ?? 0 });
      onChange(status());
      return Promise.resolve();
    },
    /** Looks if a check is due from now on, and counts this version as running well after a while. */
    start: () => {
      if (!isOn) return;
      const look = () => {
        if (performance.now() - checkedAt >= pauses.check) void check();
      };
      timers = [setInterval(look, pauses.look), setTimeout(() => ranWell(state, deps), pauses.well)];
      for (const timer of timers) timer.unref();
      look();
    },
    /** Installs what is ready before the till begins; true if this program is to end. */
    installAtStart: async (): Promise<boolean> => begin(true),
    /** Ends the checks, and installs what is ready: the till was closed. */
    installAtEnd: async (): Promise<void> => {
      stop();
      await checking;
      ranWell(state, deps);
      await begin(performance.now() - chosenAt < NOW_HOLDS_MS);
    },
    /** Nothing is installed any more: the computer itself goes down. */
    forbid: () => {
      isOver = true;
    },
    /** Ends the checks. */
    stop,
  };
}

type Fitting = Pick<UpdatesDeps, 'platform' | 'arch' | 'built_at' | 'installer'> & { state: StateFile };

/** Refuses a release that is not for this till, is older than what it had, or failed here. */
function refuseUnfit(
  { version, sequence, ...system }: ReleaseManifest,
  { platform, arch, built_at, installer, state }: Fitting,
): void {
  const { floor, failed } = state.read();
  if (failed?.sequence === sequence) throw new ReleaseRefusal(failed.reason);
  if (system.platform !== platform || system.arch !== arch)
    throw new ReleaseRefusal(`Version ${version} is for ${system.platform} ${system.arch}`);
  if (sequence <= Math.max(floor, built_at))
    throw new ReleaseRefusal(
      `Version ${version} was signed before what this till had. Sign it anew to go back to it`,
    );
  const reason = installer?.whyNot() ?? null;
  if (reason !== null) throw new ReleaseRefusal(reason);
}

/** Deletes the files of updates but the state and what is named. */
function tidy(folder: string, kept: (ReleaseManifest | null)[]): void {
  mkdirSync(folder, { recursive: true });
  const names = kept.flatMap((manifest) => (manifest ? [programOf(folder, manifest)] : []));
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name.startsWith('state.json') || names.some((each) => file.startsWith(each))) continue;
    rmSync(file, { force: true });
  }
}

/**
 * Forgets what was staged, and deletes all files but those of the release that comes in its place, and those by which a
 * version can be put back: of the one that runs, too, before it ran well.
 */
function drop(state: StateFile, folder: string, next: ReleaseManifest | null = null): void {
  const { staged, kept, installing } = state.read();
  if (staged) state.change({ staged: null });
  tidy(folder, [next, kept && manifestOf(kept), installing && manifestOf(installing.signed)]);
}

/** Notes that the present version runs well: it is not put back any more. */
function ranWell(state: StateFile, { folder, version, installer }: UpdatesDeps): void {
  try {
    const { installing, kept, staged } = state.read();
    const manifest = installing && manifestOf(installing.signed);
    if (manifest?.version !== version || !installing) return;
    const runs = installer?.keepsPrograms ? installing.signed : kept;
    // The next one may lie there already.
    const next = staged?.manifest === installing.signed.manifest ? null : staged;
    state.change({ installing: null, staged: next, failed: null, kept: runs });
    installer?.forget();
    tidy(folder, [runs && manifestOf(runs), next && manifestOf(next)]);
    log.info(`Version ${version} runs well`);
  } catch (fault) {
    log.warn('The update was not tidied up:', fault);
  }
}
