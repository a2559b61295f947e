import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '#server/db/access.ts';
import { keepDevice } from '#server/modules/known-devices/known-devices.public.ts';
import { openDatabase } from '#server/db/open.ts';
import { startProcess, type ServerProcess } from './server-process.ts';
import { makeTestDatabase, type EngineName } from './test-databases.ts';

// Shared by the proofs of tests/prove: an engine with real server processes on it, sign-ins, and the report.

/** One empty database of an engine, and the server processes on it. */
export type Ground = {
  engine: EngineName;
  /** The servers' folder for data outside the database. */
  dataDir: string;
  /** Opens a handle of the prover's own, beside the servers'; the caller closes it. */
  open: () => Promise<Database>;
  /** Starts the server, or another script that listens as it does. */
  startServer: (other?: { main: string; env: Record<string, string> }) => Promise<ServerProcess>;
  /** Stops every server that was started here and removes their files. */
  close: () => Promise<void>;
};

/** Makes an empty database of an engine for a proof. */
export async function layGround(engine: EngineName): Promise<Ground> {
  const { location, remove } = await makeTestDatabase(engine, 'tables');
  const { dataDir, databaseUrl } = location;
  const env: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const servers: ServerProcess[] = [];
  return {
    engine,
    dataDir,
    open: () => openDatabase(location),
    startServer: async (other) => {
      const server = await startProcess({ dataDir, ...other, env: { ...env, ...other?.env } });
      servers.push(server);
      return server;
    },
    close: async () => {
      for (const server of servers) await server.end('SIGKILL');
      await remove();
    },
  };
}

/** Signs a person in without the slow password: a row as the server writes it, the token hashed as it hashes it. */
export async function signInDirectly(
  database: Database,
  staffId: number,
  now = Date.now(),
): Promise<{ token: string; id: number }> {
  const token = randomBytes(32).toString('base64url');
  const id = await database.write(async (writer) => {
    const row = {
      id: writer.nextId(),
      token_hash: createHash('sha256').update(token).digest('base64url'),
      staff_id: staffId,
      device_name: null,
      created_at: now,
      expires_at: now + 12 * 3_600_000,
    };
    await writer.insertInto('sessions').values(row).execute();
    return row.id;
  });
  return { token, id };
}

/** Lets people be known at a device, as if they had signed in there. */
export const knowAtDevice = (
  database: Database,
  staffIds: readonly number[],
  key: string,
  now = Date.now(),
) =>
  database.write(async (writer) => {
    for (const staffId of staffIds) await keepDevice(writer, staffId, key, now);
  });

/** The actions and findings of a proof; printed as one line of JSON. */
export type Report = {
  proof: string;
  /** `none`: it is about the till, without a server. */
  engine: EngineName | 'none';
  rounds: number;
  /** Servers killed with SIGKILL. */
  kills: number;
  /** Calls that were repeated with their key. */
  retries: number;
  /** Sales whose completion was answered. */
  acknowledged: number;
  seconds: number;
  /** The number of each outcome of a race, slowest restarts, and the like. */
  seen: Record<string, number>;
  /** Every violation; a proof holds when there is none. */
  findings: string[];
  /** The reason why nothing was proved. */
  skipped?: string;
};

const FINDINGS_KEPT = 50;

/** Collects a proof's counts and findings. */
export class Ledger {
  readonly report: Report;
  readonly #started = performance.now();

  constructor(proof: string, engine: Report['engine']) {
    const counts = { rounds: 0, kills: 0, retries: 0, acknowledged: 0, seconds: 0 };
    this.report = { proof, engine, ...counts, seen: {}, findings: [] };
  }

  /** Records a finding unless the condition holds. */
  check(isRight: boolean, finding: string, details?: unknown): void {
    if (isRight || this.report.findings.length >= FINDINGS_KEPT) return;
    this.report.findings.push(details === undefined ? finding : `${finding}: ${JSON.stringify(details)}`);
  }

  /** Counts an outcome. */
  saw(what: string, times = 1): void {
    this.report.seen[what] = (this.report.seen[what] ?? 0) + times;
  }

  close(): Report {
    this.report.seconds = Math.round((performance.now() - this.#started) / 100) / 10;
    return this.report;
  }
}

/** Lays a ground, runs a proof on it, and cleans up in any case; an error that ends a proof is a finding. */
export async function proveOn(
  proof: string,
  engine: EngineName,
  work: (ground: Ground, ledger: Ledger) => Promise<void>,
): Promise<Report> {
  const ground = await layGround(engine);
  const ledger = new Ledger(proof, engine);
  try {
    await work(ground, ledger);
  } catch (error) {
    ledger.check(false, `The proof broke off: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await ground.close();
  }
  return ledger.close();
}

/** Runs work with a database handle that is closed afterwards. */
export async function withDatabase<T>(ground: Ground, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await ground.open();
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
