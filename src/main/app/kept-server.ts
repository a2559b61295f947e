import { z } from 'zod';

/** The stored backend; `trusted` is the self-made certificate (PEM) that was compared and trusted. */
export const keptServer = z.object({
  url: z.url(),
  trusted: z.object({ fingerprint: z.string(), certificate: z.string() }).nullable(),
});
export type KeptServer = z.output<typeof keptServer>;
