import { z } from '#contract/zod.ts';

/** The shop's server on this very computer, which the till's program brings along. */
export const ownServer = z.object({
  /** The version that this program can set up; null if it brings no server. */
  packed: z.string().nullable(),
  /** The version that was set up; null for none. */
  installed: z.string().nullable(),
  /** True if `packed` is newer than `installed`. */
  is_outdated: z.boolean(),
  /** Where the shop's data and its backups lie. */
  data: z.string(),
});
export type OwnServer = z.output<typeof ownServer>;

/** Null once the till works with that server; else what stands in the way, as sentences. */
export const ownServerMade = z.object({ reason: z.string().nullable() });
