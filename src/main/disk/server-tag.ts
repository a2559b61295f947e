import { createHash } from 'node:crypto';

/** Returns a short name of a server, for the till's files and keys: ids in them are valid at that server only. */
export const serverTag = (serverUrl: string): string =>
  createHash('sha256').update(serverUrl).digest('hex').slice(0, 16);
