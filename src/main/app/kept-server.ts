import { z } from 'zod';

/** The backend as the till keeps it; `trusted` is the self-made certificate (PEM) that somebody compared and trusted. */
export const keptServer = z.object({
  url: z.url(),
  trusted: z.object({ fingerprint: z.string(), certificate: z.string() }).nullable(),
});
export type KeptServer = z.output<typeof keptServer>;
