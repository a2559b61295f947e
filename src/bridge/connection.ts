import { z } from '#contract/zod.ts';

export const serverAddress = z.object({
  url: z.string().trim().min(1, 'Server address is required').max(500),
});

/** A server to work with from now on; `fingerprint` if its certificate was compared and trusted. */
export const serverChoice = serverAddress.extend({ fingerprint: z.string().max(200).nullable() });
export type ServerChoice = z.output<typeof serverChoice>;

const url = z.string();
const fingerprint = z.string();
const version = z.string();
/** Display text for the person at the till. */
const reason = z.string();

/** The result of a look at an address. `url` is the address as it will be used. */
export const serverLook = z.discriminatedUnion('state', [
  /** `is_same` is true of the till's present server, also at another address: its sign-in goes on there. */
  z.object({
    state: z.literal('ready'),
    url,
    version,
    fingerprint: fingerprint.nullable(),
    is_same: z.boolean(),
  }),
  /**
   * A certificate without a known authority, such as the shop's own server shows. Compare the fingerprint, then trust it.
   */
  z.object({ state: z.literal('untrusted'), url, fingerprint, valid_to: z.string() }),
  /** Another certificate than the one that was trusted for this address. */
  z.object({ state: z.literal('changed'), url, fingerprint, trusted: fingerprint }),
  /** The server no longer serves tills as old as this one. */
  z.object({
    state: z.literal('till_too_old'),
    url,
    version,
    oldest_client: version,
    till_version: version,
  }),
  /** Nothing answers there. */
  z.object({ state: z.literal('unreachable'), url, reason }),
  /** It must not be used, or it is no Tindahan server. */
  z.object({ state: z.literal('refused'), url, reason }),
]);
export type ServerLook = z.output<typeof serverLook>;

/** A till lists no more servers than a person can choose from. */
export const MOST_SERVERS = 20;

/** A server that somebody in the network announced, with the fingerprint of its certificate; nothing of it is proved. */
export const foundServer = z.object({ name: z.string(), url, fingerprint });
export type FoundServer = z.output<typeof foundServer>;

/** `has_more` is true if some were left out. */
export const foundServers = z.object({
  servers: z.array(foundServer).max(MOST_SERVERS),
  has_more: z.boolean(),
});
export type FoundServers = z.output<typeof foundServers>;
