import { createHash } from 'node:crypto';

/** Hashes a token for storage: the token itself cannot be restored from it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
