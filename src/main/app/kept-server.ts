import { z } from 'zod';

/**
 * The stored backend. `trusted` is the self-made certificate (PEM) that was compared and trusted, `shop` which shop's it said it is
 * (null for one that did not say), `tag` what its files are called; one kept by an older till has neither.
 */
export const keptServer = z.object({
  url: z.url(),
  trusted: z.object({ fingerprint: z.string(), certificate: z.string() }).nullable(),
  shop: z.string().nullable().default(null),
  tag: z.string().optional(),
  /** True until somebody has signed in there: before, the till’s own credential is not sent to it. */
  is_new: z.boolean().default(false),
});
export type KeptServer = z.output<typeof keptServer>;
