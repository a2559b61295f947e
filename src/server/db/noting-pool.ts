import pg from 'pg';
import type { LoadNotes } from './load.ts';

type Told = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** A pool of connections that notes who waits for one: transactions, and reads on their own. */
export class NotingPool extends pg.Pool {
  readonly #load: LoadNotes;

  constructor(options: pg.PoolConfig, load: LoadNotes) {
    super(options);
    this.#load = load;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(tell: Told): void;
  override connect(tell?: Told): Promise<pg.PoolClient> | void {
    const begin = this.#load.wait();
    if (!tell) return super.connect().finally(begin);
    super.connect((...told) => {
      begin();
      tell(...told);
    });
  }
}
