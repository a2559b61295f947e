import dgram from 'node:dgram';
import { X509Certificate } from 'node:crypto';
import { BlockList, isIPv4 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { type Answer, AUTHORITATIVE_ANSWER, decode, encode, type Packet } from 'dns-packet';
import { MULTICAST_GROUP, MULTICAST_PORT, MULTICAST_TTL, SERVICE } from '#domain/discovery.ts';
import { isLoopback, type ServerCertificate } from './tls/certificate.ts';
import { watchCertificate } from './tls/shown-certificate.ts';

/**
 * What tills are told: the address of a proxy, whose certificate is looked at, or this server's own port and its
 * certificate's fingerprint.
 */
type Announced = { address: string; fingerprint: null } | { address: null; fingerprint: string };

/**
 * Reads ANNOUNCE: `off`, or the address that tills are to use. Without it a server is announced that listens on the network
 * with its own certificate: a till can neither use plain HTTP nor check an authority's certificate by a number.
 * @throws Error with display text for anything else
 */
export function readAnnounced(
  text: string | undefined,
  host: string,
  certificate: ServerCertificate | null,
): Announced | null {
  if (text === 'off') return null;
  if (text) return { address: readAddress(text), fingerprint: null };
  if (isLoopback(host) || !certificate?.isOwn) return null;
  return { address: null, fingerprint: new X509Certificate(certificate.certificate).fingerprint256 };
}

function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  // A path, a name or a password would be lost.
  const isWhole = url?.protocol === 'https:' && url.href === `${url.origin}/`;
  if (!isWhole || isLoopback(url.hostname.replaceAll(/[[\]]/g, ''))) {
    throw new Error('ANNOUNCE is off, or an address such as https://shop.example');
  }
  return url.origin;
}

type AnnounceOptions = {
  announced: Announced;
  /** The address that the server listens on, and its port. */
  host: string;
  port: number;
  /** Returns the shop's name of this moment. */
  readName: () => Promise<string>;
  /** Hears once why tills cannot find the server. */
  onFault: (fault: Error) => void;
  /** Hears the fingerprint of the certificate at the announced address, each time that it is another one. */
  onFingerprint?: (fingerprint: string) => void;
  /** The port of the questions; tests pass their own. */
  questionPort?: number;
};

/** Larger than any question that names one service. */
const LONGEST_QUESTION = 1500;
/** Answers in a second; a person's till asks three times. */
const MOST_ANSWERS = 30;
/** Milliseconds between two looks for networks that came or went. */
const LOOK_FOR_NETWORKS = 30_000;
const LABEL = '_tindahan';
/** Bytes of a name's part, and of one text record's shop name. */
const LONGEST_LABEL = 63;
const LONGEST_NAME = 120;
/** Seconds that an answer holds; at most ten for those who ask from a port of their own (RFC 6762, 6.7). */
const HOLDS = 120;
const HOLDS_FOR_ONE = 10;

/**
 * Answers tills that look for a server in this computer's networks; returns a function that stops it. Where that cannot be
 * done, the server works without.
 */
export function announce(options: AnnounceOptions): () => void {
  const { announced, questionPort = MULTICAST_PORT, onFault, onFingerprint = () => undefined } = options;
  const readFingerprint =
    announced.address === null
      ? () => Promise.resolve(announced.fingerprint)
      : watchCertificate(announced.address, { onFault, onFingerprint });
  const socket = dgram.createSocket({ type: 'udp4', reuseAddr: true });
  let networks = new BlockList();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const stop = () => {
    if (isStopped) return;
    isStopped = true;
    clearInterval(timer);
    socket.close();
  };
  const join = () => {
    networks = new BlockList();
    for (const { address, prefix } of networksOf(options)) {
      networks.addSubnet(address, prefix, 'ipv4');
      try {
        socket.addMembership(MULTICAST_GROUP, address);
      } catch {
        // It is a member already, or this network has no multicast.
      }
    }
  };
  const mayAnswer = limitBySecond(MOST_ANSWERS);
  const answer = async (message: Buffer, from: dgram.RemoteInfo) => {
    // Nobody further away than this network is answered: the source of a question can be forged.
    if (!isQuestion(message) || !networks.check(from.address, 'ipv4') || !mayAnswer()) return;
    const question = readQuestion(message);
    if (!question) return;
    const fingerprint = await readFingerprint();
    // A till lists no server without one.
    if (fingerprint === null) return;
    const records = recordsOf(options, await nameOf(options), fingerprint);
    if (isStopped || !records.some((record) => isAsked(question, record))) return;
    const isForOne = from.port !== questionPort;
    const reply = encode(replyTo(question, records, isForOne));
    if (isForOne) socket.send(reply, from.port, from.address, () => undefined);
    else socket.send(reply, questionPort, MULTICAST_GROUP, () => undefined);
  };
  socket.on('message', (message, from) => void answer(message, from).catch(() => undefined));
  socket.on('error', (fault) => {
    stop();
    onFault(fault);
  });
  socket.bind(questionPort, () => {
    socket.setMulticastTTL(MULTICAST_TTL);
    join();
    void readFingerprint();
    timer = setInterval(join, LOOK_FOR_NETWORKS).unref();
  });
  return stop;
}

/** This computer's IPv4 networks: for a server that listens in one of them, that one. */
function networksOf({ announced, host }: AnnounceOptions) {
  const isOne = announced.address === null && isIPv4(host) && host !== '0.0.0.0';
  return Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ family, address }) => family === 'IPv4' && (!isOne || address === host))
    .map(({ address, cidr }) => ({ address, prefix: Number(cidr?.split('/')[1] ?? 32) }));
}

function limitBySecond(most: number): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    const now = Math.floor(Date.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    return count <= most;
  };
}

/** Everything in a network asks by multicast: only what names our service is read further. */
const isQuestion = (message: Buffer) => message.length <= LONGEST_QUESTION && message.includes(LABEL);

function readQuestion(message: Buffer): Packet | null {
  try {
    const packet = decode(message);
    return packet.type === 'query' ? packet : null;
  } catch {
    return null;
  }
}

const isAsked = ({ questions = [] }: Packet, record: Answer) =>
  questions.some(
    ({ name, type }) =>
      name.toLowerCase() === record.name.toLowerCase() &&
      (type === record.type || (type as string) === 'ANY'),
  );

async function nameOf({ readName }: AnnounceOptions): Promise<string> {
  try {
    return cutBytes(await readName(), LONGEST_NAME);
  } catch {
    // Its database is away for now; the server is still the one to connect to.
    return '';
  }
}

function recordsOf(options: AnnounceOptions, shop: string, fingerprint: string): Answer[] {
  const { port } = options;
  const { address } = options.announced;
  const computer = hostname().replaceAll('.', '-');
  const label = cutBytes(`Tindahan ${port} on ${computer}`, LONGEST_LABEL);
  const instance = `${label}.${SERVICE}`;
  const url = address === null ? null : new URL(address);
  const target = url ? url.hostname : `${cutBytes(computer, LONGEST_LABEL)}.local`;
  const proxy = url ? [`url=${url.origin}`] : [];
  const told = [`shop=${shop}`, ...proxy, `fp=${fingerprint.replaceAll(':', '')}`];
  const own = url ? [] : networksOf(options).filter((network) => !isLoopback(network.address));
  return [
    { type: 'PTR', name: SERVICE, data: instance },
    { type: 'SRV', name: instance, data: { port: url ? Number(url.port || 443) : port, target } },
    { type: 'TXT', name: instance, data: told },
    ...own.map((network) => ({ type: 'A' as const, name: target, data: network.address })),
  ];
}

/** @param isForOne true for who asked from a port of its own, and gets the question back (RFC 6762, 6.7) */
function replyTo({ id, questions }: Packet, records: Answer[], isForOne: boolean): Packet {
  const ttl = isForOne ? HOLDS_FOR_ONE : HOLDS;
  const answers = records.map(
    (record) => ({ ...record, ttl, flush: !isForOne && record.type !== 'PTR' }) as Answer,
  );
  const head = { type: 'response', flags: AUTHORITATIVE_ANSWER } as const;
  return isForOne ? { ...head, id, questions, answers } : { ...head, answers };
}

/** Cuts a text to a number of bytes, never within a letter. */
function cutBytes(text: string, most: number): string {
  let cut = '';
  for (const letter of text) {
    if (Buffer.byteLength(cut + letter) > most) break;
    cut += letter;
  }
  return cut;
}
