import type { Till } from '#bridge/till.ts';
import { keepCompletions } from '#bridge/completion-queue.ts';
import { api, type Api } from './api.ts';
import { sendThrough } from './api-client.ts';
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

// In the till the main process keeps them.
if (till.kind === 'browser')
  sendThrough((fetch) => keepCompletions(fetch, { journal: till.journal, now: clock.now }));
