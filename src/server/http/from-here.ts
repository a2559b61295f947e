import { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isOwnOrigin } from './identity.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Headers that a proxy adds to a forwarded request: its address is this computer's all the same. */
const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/** True if a request was sent on this very computer, and not forwarded by a proxy that runs there. */
export function isFromHere({
  headers,
  socket: { remoteAddress = '', remoteFamily },
}: FastifyRequest): boolean {
  if (FORWARDING.some((name) => headers[name] !== undefined)) return false;
  return loopback.check(remoteAddress, remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4');
}

/**
 * True if it was sent here and names this computer: not by a foreign page, nor one whose name was pointed at the loopback
 * (DNS rebinding), nor through a proxy that shows itself only by the host name that it serves.
 */
export function isMeantForHere(request: FastifyRequest): boolean {
  const { host = '', origin } = request.headers;
  if (!isFromHere(request) || (origin !== undefined && !isOwnOrigin(request))) return false;
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(host);
}
