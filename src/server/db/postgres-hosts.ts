import pg from 'pg';
import type { Host, Hosts } from './postgres-url.ts';
import type { Timeline, Timelines } from './timelines.ts';
import { isUnavailable } from './unavailable.ts';

/** Milliseconds between two looks at the other hosts, and at a host that is alone: another primary may get its address. */
const LOOK = 1000;
const LOOK_AT_ONE = 5000;
/** Milliseconds until a host that does not answer is left. */
const LOOK_TIMEOUT = 2000;
/** Milliseconds for the question whether a new connection takes writes. */
const ASK_TIMEOUT = 5000;

const WRITES = `select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as "isReadOnly"`;
/** The log's position tells the timeline at once; the control file does only after the first checkpoint. */
const QUESTION = `${WRITES},
  (select system_identifier::text from pg_control_system()) as system,
  case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) end as timeline`;

/** SQLSTATE of a database that keeps its timeline to itself: no right to the function, no such function, not supported. */
const TELLS_NO_TIMELINE = /^(?:42501|42883|0A000)$/;

/** Whether a database takes no writes, and its timeline, where it tells it. */
type Found = { isReadOnly: boolean; timeline: Timeline | null };
type Told = { isReadOnly: boolean; system?: string; timeline?: string | null };

/** A host that can be reached and must not be used. */
class HostRefused extends Error {
  /** cannot_connect_now, as PostgreSQL says it: a later call may succeed. */
  readonly code = '57P03';
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
   * Looks for a promoted standby until the returned function is called, and closes the connections to the others then: the
   * old primary may still answer, or be gone without a word.
   */
  watch: (config: pg.ClientConfig) => () => Promise<void>;
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

  let isTimelineTold = true;

  /** Asks a database whether it takes writes, and for its timeline; a managed one may refuse that, and is used without. */
  async function find(asked: pg.Client | pg.Pool, query_timeout: number): Promise<Found> {
    const question: pg.QueryConfig & { query_timeout: number } = {
      text: isTimelineTold ? QUESTION : WRITES,
      query_timeout,
    };
    try {
      const { rows } = await asked.query<Told>(question);
      const [{ isReadOnly, system, timeline } = { isReadOnly: true }] = rows;
      const isKnown = system !== undefined && typeof timeline === 'string';
      return { isReadOnly, timeline: isKnown ? { system, timeline: Number.parseInt(timeline, 16) } : null };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!isTimelineTold || !TELLS_NO_TIMELINE.test(code)) throw error;
      isTimelineTold = false;
      tell('The database does not tell its timeline. The server cannot know an old primary by itself.');
      return find(asked, query_timeout);
    }
  }

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
    const isOlder = (client: HostClient) => client.timeline !== null && client.timeline < timeline;
    // With one address for all, an old primary may still hold the connections that were opened before.
    for (const client of open)
      if (client.place !== host || isOlder(client)) client.connection.stream.destroy();
  };

  /** Throws unless a host takes writes and is no old primary. */
  const accept = (host: Host, { isReadOnly, timeline }: Found) => {
    const isNewer = timeline !== null && timelines.isNewer(timeline);
    let refusal = isReadOnly ? 'it is a standby, or read only' : null;
    if (!isReadOnly && timeline) refusal = timelines.note(timeline);
    if (refusal !== null) {
      say(host, `not used: ${refusal}`);
      throw new HostRefused(`No database takes writes: the one at ${host.name} is not used`);
    }
    if (timeline && isNewer) goTo(host, timeline);
    else told.delete(host);
  };

  /** Throws unless the database of a host can be used, with the last sale of an old one; returns its timeline. */
  async function judge(host: Host, asked: pg.Client | pg.Pool): Promise<number | null> {
    const { isReadOnly, timeline } = await find(asked, ASK_TIMEOUT);
    const isOld = timeline !== null && timelines.isOlder(timeline);
    const known = isOld ? { ...timeline, lastSaleAt: await lastSaleIn(asked) } : timeline;
    accept(host, { isReadOnly, timeline: known });
    return timeline?.timeline ?? null;
  }

  class HostClient extends pg.Client {
    readonly place: Host;
    /** Of its database, once that has told it. */
    timeline: number | null = null;

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
        if (isAsked) this.timeline = await judge(this.place, this);
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
      if (host === present() && hosts.length > 1) continue;
      const client = new pg.Client({
        ...config,
        connectionString: host.url,
        connectionTimeoutMillis: LOOK_TIMEOUT,
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        const found = await find(client, LOOK_TIMEOUT);
        if (!found.isReadOnly && found.timeline && timelines.isNewer(found.timeline)) accept(host, found);
      } catch {
        // It is looked at again soon.
      } finally {
        await client.end().catch(() => undefined);
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
      else await judge(present(), pool);
    },
    watch: (config) => {
      if (!isAsked) return () => Promise.resolve();
      let looking: Promise<void> | null = null;
      const timer = setInterval(
        () => {
          looking ??= look(config).finally(() => (looking = null));
        },
        hosts.length === 1 ? LOOK_AT_ONE : LOOK,
      );
      return async () => {
        clearInterval(timer);
        await looking;
      };
    },
  };
}
