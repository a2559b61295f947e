import { z } from 'zod';

export const serverAddress = z.object({
  url: z.string().trim().min(1, 'Server address is required').max(500),
});

/** A server to work with from now on; `fingerprint` where its certificate was looked at and trusted. */
export const serverChoice = serverAddress.extend({ fingerprint: z.string().max(200).nullable() });
export type ServerChoice = z.output<typeof serverChoice>;

/** What was found at an address. `url` is the address as it will be used. */
export type ServerLook =
  | { state: 'ready'; url: string; version: string; fingerprint: string | null }
  /** A certificate that nobody vouches for: the shop's own server shows one. Compare the fingerprint, then trust it. */
  | { state: 'untrusted'; url: string; fingerprint: string; valid_to: string }
  /** Another certificate than the one that was trusted for this address. */
  | { state: 'changed'; url: string; fingerprint: string; trusted: string }
  /** It serves no till as old as this one. */
  | { state: 'till_too_old'; url: string; version: string; oldest_client: string; till_version: string }
  /** Nothing answers. */
  | { state: 'unreachable'; url: string; reason: string }
  /** It must not be used, or it is no server of ours; `reason` in words. */
  | { state: 'refused'; url: string; reason: string };
