import type { Till } from '#bridge/till.ts';
import { api, type Api } from './api-client.ts';
import { clock, type Clock } from './clock.ts';
import { connection, type Connection } from './connection.ts';
import { till } from './till.ts';

/**
 * The services of a sale: the server, whether it answers, what the till keeps on its disk, and the time. What
 * guards money and carts is given it, so that a test can run it against a server and a disk of its own.
 */
export type Services = {
  api: Api;
  connection: Connection;
  till: Pick<Till, 'drafts' | 'journal' | 'notes' | 'units'>;
  clock: Clock;
};

/** Those of this page. */
export const services: Services = { api, connection, till, clock };
