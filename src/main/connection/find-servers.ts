import dgram from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { type Answer, decode, encode } from 'dns-packet';
import { type FoundServer, type FoundServers, MOST_SERVERS } from '#bridge/connection.ts';
import { MULTICAST_GROUP, MULTICAST_PORT, MULTICAST_TTL, SERVICE } from '#domain/discovery.ts';
import { readServerAddress } from './server-address.ts';

// Looks for the shop's servers in this computer's networks. Whatever comes back was said by anybody in the network: it is
// bounded, and nothing of it is trusted before the server's certificate was looked at and compared.

/** Milliseconds after which it asks, again and again: a question or its answer may be lost. */
const ASKS_AT = [0, 400, 1200];
/** Milliseconds after which it ends with what it has. */
const ENOUGH = 1000;
/** Milliseconds after which it ends with nothing. */
const LONGEST = 3000;

const MOST_NETWORKS = 16;
/** So that one computer that answers a thousand times leaves room for the others. */
const MOST_OF_ONE = 4;
const MOST_PACKETS_OF_ONE = 20;
const MOST_SOURCES = 200;
/** Bytes: the largest packet of multicast DNS on Ethernet is smaller. */
const LONGEST_PACKET = 4096;
const MOST_RECORDS = 50;
const LONGEST_ADDRESS = 200;
const LONGEST_NAME = 60;

type FindOptions = {
  /** The port of the questions; tests pass their own. */
  port?: number;
  /** Milliseconds after which it ends with nothing. */
  longest?: number;
};

/**
 * Asks the networks of this computer for servers. Never fails: where multicast is shut off, by a firewall or in a container,
 * nothing is found.
 */
export async function findServers(options: FindOptions = {}): Promise<FoundServers> {
  const { port = MULTICAST_PORT, longest = LONGEST } = options;
  const sockets = (await Promise.all(ownAddresses().map(openSocket))).filter((socket) => socket !== null);
  if (sockets.length === 0) return { servers: [], has_more: false };
  const heard = collect();
  const question = encode({ type: 'query', questions: [{ name: SERVICE, type: 'PTR' }] });
  const ask = () => {
    for (const socket of sockets) socket.send(question, port, MULTICAST_GROUP, () => undefined);
  };
  const timers = ASKS_AT.map((after) => setTimeout(ask, after));
  await new Promise<void>((resolve) => {
    let isLate = false;
    const endIfFound = () => isLate && !heard.isEmpty() && resolve();
    for (const socket of sockets) {
      socket.on('message', (packet, { address }) => {
        heard.take(packet, address);
        endIfFound();
      });
    }
    const wait = () => {
      isLate = true;
      endIfFound();
    };
    timers.push(setTimeout(wait, ENOUGH), setTimeout(resolve, longest));
  });
  for (const timer of timers) clearTimeout(timer);
  for (const socket of sockets) socket.close();
  return heard.read();
}

/** The addresses by which this computer is in its networks; its own loopback where it is in none. */
function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ family }) => family === 'IPv4');
  const outside = all.filter(({ internal }) => !internal);
  return (outside.length > 0 ? outside : all).slice(0, MOST_NETWORKS).map(({ address }) => address);
}

/** Opens a port of its own in a network: answers come to it alone, which firewalls let pass. Null where that fails. */
async function openSocket(address: string): Promise<dgram.Socket | null> {
  const socket = dgram.createSocket('udp4');
  try {
    socket.bind({ address, port: 0, exclusive: true });
    await once(socket, 'listening');
    socket.setMulticastInterface(address);
    socket.setMulticastTTL(MULTICAST_TTL);
    // A network that goes meanwhile has no answer.
    socket.on('error', () => undefined);
    return socket;
  } catch {
    socket.close();
    return null;
  }
}

/** Collects what the packets tell, within bounds. */
function collect() {
  const found = new Map<string, FoundServer>();
  const sources = new Map<string, { packets: number; servers: number }>();
  let hasMore = false;
  return {
    take: (packet: Buffer, address: string) => {
      const source = sources.get(address) ?? { packets: 0, servers: 0 };
      source.packets += 1;
      if (source.packets > MOST_PACKETS_OF_ONE || sources.size > MOST_SOURCES) return;
      sources.set(address, source);
      for (const server of readServers(packet, address)) {
        const key = `${server.url} ${server.fingerprint}`;
        if (found.has(key)) continue;
        const isRoom = found.size < MOST_SERVERS && source.servers < MOST_OF_ONE;
        if (isRoom) found.set(key, server);
        else hasMore = true;
        source.servers += 1;
      }
    },
    isEmpty: () => found.size === 0,
    read: (): FoundServers => ({
      servers: [...found.values()].sort((one, other) => one.name.localeCompare(other.name)),
      has_more: hasMore,
    }),
  };
}

/** Returns the servers of a packet that came from an address; none for whatever else it is. */
export function readServers(packet: Buffer, source: string): FoundServer[] {
  if (packet.length > LONGEST_PACKET) return [];
  let records: Answer[];
  try {
    const { type, answers = [], additionals = [] } = decode(packet);
    if (type !== 'response') return [];
    records = [...answers, ...additionals].slice(0, MOST_RECORDS);
  } catch {
    return [];
  }
  return records.flatMap((record) => {
    if (record.type !== 'SRV' || !record.name.toLowerCase().endsWith(`.${SERVICE}`)) return [];
    const text = records.find((other) => other.type === 'TXT' && other.name === record.name);
    const server = text?.type === 'TXT' ? readServer(record.data.port, textsOf(text.data), source) : null;
    return server ? [server] : [];
  });
}

/** Reads `key=value` texts (RFC 6763, 6.3); the first of a key counts. */
function textsOf(data: unknown): Map<string, string> {
  const texts = new Map<string, string>();
  for (const each of Array.isArray(data) ? data : [data]) {
    const [key = '', ...value] = String(each).split('=');
    if (!texts.has(key)) texts.set(key, value.join('='));
  }
  return texts;
}

function readServer(port: number, texts: Map<string, string>, source: string): FoundServer | null {
  const fingerprint = fingerprintIn(texts.get('fp') ?? '');
  // Anybody may name any address. Without the fingerprint to compare nobody could tell whose server it is.
  if (fingerprint === null) return null;
  const told = texts.get('url') ?? `https://${source}:${port}`;
  const { url } = readServerAddress(told.slice(0, LONGEST_ADDRESS));
  return url?.startsWith('https://') ? { name: nameIn(texts.get('shop') ?? ''), url, fingerprint } : null;
}

/** Returns a fingerprint as certificates show it, `AB:CD:…`; null for anything else. */
const fingerprintIn = (text: string) =>
  /^[0-9a-f]{64}$/i.test(text) ? (text.toUpperCase().match(/../g)?.join(':') ?? null) : null;

/** A name as one short line: without controls, marks that turn the reading around, and heaps of accents. */
function nameIn(text: string): string {
  const line = text
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim();
  return Array.from(line).slice(0, LONGEST_NAME).join('');
}
