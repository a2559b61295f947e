import type { KeptServer } from '../app/kept-server.ts';

/** True for the certificate that was compared: wherever it is shown, it is the kept server's. */
export const isTrustedCertificate = (
  { trusted }: KeptServer,
  fingerprint: string | null | undefined,
): boolean => trusted !== null && trusted.fingerprint === fingerprint;

/** A server that does not say its shop is known by its certificate or its address. */
export const isOfSameShop = (kept: KeptServer, { url, trusted, shop }: KeptServer): boolean =>
  kept.shop !== null && shop !== null
    ? kept.shop === shop
    : kept.url === url || isTrustedCertificate(kept, trusted?.fingerprint);

/** True if the sign-in at the kept server goes on at this one. */
export const isSameServer = (kept: KeptServer, server: KeptServer): boolean =>
  isOfSameShop(kept, server) &&
  (kept.url === server.url || isTrustedCertificate(kept, server.trusted?.fingerprint));
