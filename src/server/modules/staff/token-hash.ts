import { createHash } from 'node:crypto';

/** What is kept of a token: it leaves the server once, and cannot be read back from here. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
