import { setTimeout as pause } from 'node:timers/promises';
import { ask, startOwnCluster, type OwnCluster } from './postgres.ts';

/** Milliseconds between two looks. */
const AGAIN = 20;

/** A PostgreSQL and its standby, which change places. */
export type PrimaryAndStandby = {
  primary: () => OwnCluster;
  standby: () => OwnCluster;
  /** The URL of a database, with both hosts. */
  urlOf: (name: string) => string;
  /** Asks the primary. */
  ask: (text: string) => Promise<Record<string, unknown>[]>;
  /** Acknowledges nothing any more that the standby does not have; returns when it has everything. */
  synchronize: () => Promise<void>;
  /** Makes the standby the primary, and lets it go on alone; the old one must be gone or fenced. */
  promote: () => Promise<void>;
  /** Makes the old primary a standby of the new one. */
  rejoin: () => Promise<void>;
  stop: () => Promise<void>;
};

async function setStandbys({ server }: OwnCluster, names: string): Promise<void> {
  await ask(server, `alter system set synchronous_standby_names = '${names}'`);
  await ask(server, 'select pg_reload_conf()');
}

/** Starts a primary with a standby that it does not wait for yet; each in a folder, if any is named. */
export function startPrimaryAndStandby([ofFirst, ofSecond]: readonly string[] = []): PrimaryAndStandby {
  const own = startOwnCluster({ root: ofFirst });
  if (!own) throw new Error('No PostgreSQL here. Install it: apt-get install postgresql');
  let [primary, standby] = [own, own.startStandby(ofSecond)];
  const first = [primary, standby];
  const pair: PrimaryAndStandby = {
    primary: () => primary,
    standby: () => standby,
    urlOf: (name) =>
      `postgres://tester@${first.map(({ folder }) => encodeURIComponent(folder)).join(',')}/${name}`,
    ask: (text) => ask(primary.server, text),
    synchronize: async () => {
      await setStandbys(primary, '*');
      const [{ at } = {}] = await pair.ask('select pg_current_wal_lsn() as at');
      const isThere = `sync_state = 'sync' and flush_lsn >= '${at}'`;
      while ((await pair.ask(`select 1 from pg_stat_replication where ${isThere}`)).length === 0)
        await pause(AGAIN);
    },
    promote: async () => {
      [primary, standby] = [standby, primary];
      await primary.promote();
      await setStandbys(primary, '');
    },
    rejoin: () => standby.follow(primary),
    stop: async () => {
      for (const cluster of [standby, primary]) await cluster.stop();
    },
  };
  return pair;
}
