import os from 'node:os';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Returns PUBLIC_URL of the environment as an origin; throws if it is none. */
export function readPublicUrl(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/') {
    throw new Error('PUBLIC_URL must look like https://shop.example.ph');
  }
  return url.origin;
}

/** Returns the first address at which others reach this computer. */
function ownAddress(): string {
  const all = Object.values(os.networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}

const isEverywhere = (address: string) => address === '0.0.0.0' || address === '::';

/** Returns the origin of a listening server: from its own address, never from a request. */
export function originOf(app: FastifyInstance, isSecure: boolean): string {
  const bound = app.server.address() as AddressInfo | null;
  // The server is not listening itself: its caller serves it on this computer.
  if (!bound) return 'http://127.0.0.1';
  const { address, port } = bound;
  const host = isEverywhere(address) ? ownAddress() : address.includes(':') ? `[${address}]` : address;
  return `${isSecure ? 'https' : 'http'}://${host}:${port}`;
}
