import type { Till } from '#bridge/till.ts';
import { api, type Api } from './api.ts';
import { clock, type Clock } from './clock.ts';
import { connection, type Connection } from './connection.ts';
import { till } from './till.ts';

/**
 * The services of a sale: server, connection, the till's storage, and time. Code that guards money and carts takes them
 * as a parameter, so that a test can run it against its own server and disk.
 */
export type Services = {
  api: Api;
  connection: Connection;
  till: Pick<Till, 'drafts' | 'journal' | 'notes' | 'units'> & {
    offline: Pick<Till['offline'], 'sale' | 'sold' | 'state'>;
    printer: Pick<Till['printer'], 'find'>;
    settings: Pick<Till['settings'], 'read'>;
  };
  clock: Clock;
};

/** The services of this page. */
export const services: Services = { api, connection, till, clock };
