import { api, type Api } from './api-client.ts';
import { clock, type Clock } from './clock.ts';
import { connection, type Connection } from './connection.ts';
import { till } from './till.ts';

/**
 * What lies outside of the screen: the server and whether it answers, the till's hardware and disk, and the time. What
 * guards money and carts is given it, so that a test can run it against a server and a disk of its own.
 */
export type Outside = { api: Api; connection: Connection; till: typeof till; clock: Clock };

/** That of this page. */
export const outside: Outside = { api, connection, till, clock };
