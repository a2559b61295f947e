import pg from 'pg';
import type { Host, Hosts } from './postgres-url.ts';
import type { Timeline, Timelines } from './timelines.ts';
import { isUnavailable } from './unavailable.ts';

/** Milliseconds between two looks at the other hosts, and until one that does not answer is left. */
const LOOK = 1000;
const LOOK_TIMEOUT = 2000;
/** Milliseconds for the question whether a new connection takes writes. */
const ASK_TIMEOUT = 5000;

/** The log's position tells the timeline at once; the control file does only after the first checkpoint. */
const QUESTION = `select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as "isReadOnly",
  (select system_identifier::text from pg_control_system()) as system,
  case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) end as timeline`;

type Found = { isReadOnly: boolean; system: string; timeline: string | null };

/** A host that can be reached and must not be used. */
class HostRefused extends Error {
  /** cannot_connect_now, as PostgreSQL says it: a later call may succeed. */
  readonly code = '57P03';
}

/** Returns the timeline of a database that takes writes; null of a standby. */
async function find(asked: pg.Client | pg.Pool, query_timeout: number): Promise<Timeline | null> {
  const question: pg.QueryConfig & { query_timeout: number } = { text: QUESTION, query_timeout };
  const { rows } = await asked.query<Found>(question);
  const [{ isReadOnly, system, timeline } = { isReadOnly: true, system: '', timeline: null }] = rows;
  return isReadOnly || timeline === null ? null : { system, timeline: Number.parseInt(timeline, 16) };
}

const LAST_SALE = `select max(last)::float8 as last from (select (select max(completed_at) from transactions
  where store_id = stores.id and completed_at is not null) as last from stores) as sales`;

/** Returns the last sale of a database; null without one, undefined if it cannot be told. */
export async function lastSaleIn(asked: pg.Client | pg.Pool): Promise<number | null | undefined> {
  try {
    return (await asked.query<{ last: number | null }>(LAST_SALE)).rows[0]?.last ?? null;
  } catch {
    return undefined;
  }
}

/** The hosts that a database may be on, one of which takes writes. */
export type PostgresHosts = {
  /** Connects to the present host, and leaves it for the next one if it cannot be used. */
  Client: new (config?: pg.ClientConfig) => pg.Client;
  /** True if a failed connection should be tried again, at the next host, after so many tries. */
  isNextWorthIt: (error: unknown, tries: number) => boolean;
  /** Connects to a host that can be used. */
  connect: (config: pg.ClientConfig) => Promise<pg.Client>;
  /** Asks the database of a pool for nothing; throws if it takes no writes any more. */
  check: (pool: pg.Pool) => Promise<void>;
  /**
   * Looks for a promoted standby until the returned function is called, and then closes the connections to the others: the
   * old primary may still answer, or be gone without a word.
   */
  watch: (config: pg.ClientConfig) => () => void;
};

/** Chooses among the hosts of a URL. `tell` writes a line to the log. */
export function createHosts(
  { hosts, isAsked }: Hosts,
  timelines: Timelines,
  tell: (line: string) => void = (line) => console.warn(line),
): PostgresHosts {
  let index = 0;
  const present = () => hosts[index % hosts.length] ?? { name: '', url: '' };
  const open = new Set<HostClient>();
  /** The last words on each host: a refusal that repeats itself is told once. */
  const told = new Map<Host, string>();

  const say = (host: Host, words: string) => {
    if (told.get(host) !== words) tell(`database at ${host.name}: ${words}`);
    told.set(host, words);
  };

  /** True of a host that is gone or refused; one without a free connection is still the right one. */
  const isGone = (error: unknown) =>
    isUnavailable(error) && !(error instanceof Error && 'code' in error && /^53/.test(String(error.code)));

  const leave = (host: Host, error: unknown) => {
    if (host === present() && isGone(error)) index += 1;
  };

  /** Goes over to a promoted standby. */
  const goTo = (host: Host, { timeline }: Timeline) => {
    index = hosts.indexOf(host);
    say(host, `takes the writes now, timeline ${timeline}`);
    for (const client of open) if (client.place !== host) client.connection.stream.destroy();
  };

  /** Throws unless a host takes writes and is no old primary. */
  const accept = (host: Host, found: Timeline | null) => {
    const isNewer = found !== null && timelines.isNewer(found);
    const refusal = found ? timelines.note(found) : 'it is a standby, or read only';
    if (refusal !== null) {
      say(host, `not used: ${refusal}`);
      throw new HostRefused(`No database takes writes: the one at ${host.name} is not used`);
    }
    if (found && isNewer) goTo(host, found);
    else told.delete(host);
  };

  class HostClient extends pg.Client {
    readonly place: Host;

    constructor(config?: pg.ClientConfig) {
      const place = present();
      super({ ...config, connectionString: place.url });
      this.place = place;
      open.add(this);
      this.on('end', () => open.delete(this));
      // Until a pool listens: without anybody the error of a connection ends the process.
      this.on('error', () => undefined);
    }

    override connect(): Promise<this>;
    override connect(tell: (error: Error | null) => void): void;
    override connect(tell?: (error: Error | null) => void): Promise<this> | void {
      const connected = this.#connect();
      if (!tell) return connected;
      connected.then(
        () => tell(null),
        (error: Error) => tell(error),
      );
    }

    async #connect(): Promise<this> {
      try {
        await super.connect();
        if (isAsked) {
          const found = await find(this, ASK_TIMEOUT);
          const isOld = found !== null && timelines.isOlder(found);
          accept(this.place, isOld ? { ...found, lastSaleAt: (await lastSaleIn(this)) ?? null } : found);
        }
        return this;
      } catch (error) {
        leave(this.place, error);
        void this.end();
        throw error;
      }
    }
  }

  const isNextWorthIt = (error: unknown, tries: number) => tries < hosts.length && isGone(error);

  async function look(config: pg.ClientConfig): Promise<void> {
    for (const host of hosts) {
      if (host === present()) continue;
      const client = new pg.Client({
        ...config,
        connectionString: host.url,
        connectionTimeoutMillis: LOOK_TIMEOUT,
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        const found = await find(client, LOOK_TIMEOUT);
        if (found && timelines.isNewer(found)) accept(host, found);
      } catch {
        // It is looked at again soon.
      } finally {
        void client.end();
      }
    }
  }

  return {
    Client: HostClient,
    isNextWorthIt,
    connect: async (config) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await new HostClient(config).connect();
        } catch (error) {
          if (!isNextWorthIt(error, tries)) throw error;
        }
      }
    },
    check: async (pool) => {
      if (!isAsked) await pool.query('select 1');
      else if (!(await find(pool, ASK_TIMEOUT))) throw new HostRefused('The database takes no writes');
    },
    watch: (config) => {
      if (!isAsked || hosts.length === 1) return () => undefined;
      let isLooking = false;
      const timer = setInterval(() => {
        if (isLooking) return;
        isLooking = true;
        void look(config).finally(() => (isLooking = false));
      }, LOOK);
      return () => clearInterval(timer);
    },
  };
}
