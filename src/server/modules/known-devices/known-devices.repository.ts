import { isIPv6 } from 'node:net';
import { DAY } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { hashToken } from '../../http/hash-token.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    /** Devices where a person has signed in, and tills' credentials, by their secrets. */
    known_devices: { staff_id: number; device_hash: string; last_used_at: number };
  }
}

const KEPT_FOR = 180 * DAY;

/** How a call arrived: the text that its device sends as X-Till, if any, and its address. */
export type Arrival = { tillKey: string | null; address: string };

/** Where wrong answers are counted: at a device that the shop or the account knows, else at an address. */
export type Place = {
  name: string;
  isKnown: boolean;
  /** True if this very account has signed in there. */
  isOwn: boolean;
};

/** A place as one that has its share of the hashes. */
export type Share = Pick<Place, 'name' | 'isKnown'>;

/** Returns the place of somebody who is signed in, and has shown who they are: a share of their own, and no stranger's. */
export const placeOfSession = ({ staff }: Session): Share => ({ name: `staff ${staff.id}`, isKnown: true });

/** Whoever has one IPv6 address has the 2^64 of its network. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address.replace(/^::ffff:/i, '');
  const [head = '', tail] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = tail === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...(tail ?? [])];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * True if a person has signed in at a device within half a year, also by taking a till over from a colleague; or at a till with the
 * credential whose secret it is.
 */
export async function hasSignedInAt(reader: Reader, staffId: number, deviceHash: string): Promise<boolean> {
  const row = await reader
    .selectFrom('known_devices')
    .select('staff_id')
    .where('staff_id', '=', staffId)
    .where('device_hash', '=', deviceHash)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * True if a device is a till where somebody has worked but this person and those who made it one: whoever may make tills
 * can make up devices, and sign in there themselves.
 */
async function isTillOfShop(
  reader: Reader,
  staffId: number,
  device: { key: string; hash: string },
): Promise<boolean> {
  const row = await reader
    .selectFrom('tills as till')
    .innerJoin('known_devices as used', (join) => join.on('used.device_hash', '=', device.hash))
    .select('till.id')
    .where('till.device_key', '=', device.key)
    .where('used.staff_id', '!=', staffId)
    .whereRef('used.staff_id', '!=', 'till.created_by_id')
    .where((eb) => eb('used.staff_id', '!=', eb.fn.coalesce('till.device_by_id', 'till.created_by_id')))
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the place of a call from a device that is not known. */
export const strangerAt = ({ address }: Pick<Arrival, 'address'>): Place => ({
  name: `address ${networkOf(address)}`,
  isKnown: false,
  isOwn: false,
});

/**
 * Returns the place of a call. A device is known if it is a till of the shop, or if this person has signed in there; the
 * account of nobody is looked up, too, so that it takes as long.
 */
export async function placeOf(reader: Reader, { tillKey, address }: Arrival, staffId = 0): Promise<Place> {
  const unknown = strangerAt({ address });
  if (tillKey === null) return unknown;
  const deviceHash = hashToken(tillKey);
  const [isTill, isOwn] = await Promise.all([
    isTillOfShop(reader, staffId, { key: tillKey, hash: deviceHash }),
    hasSignedInAt(reader, staffId, deviceHash),
  ]);
  return isTill || isOwn ? { name: `device ${deviceHash}`, isKnown: true, isOwn } : unknown;
}

/**
 * Keeps that a person was at a device, by its key or by the secret of a till's credential: from now on it is known for this
 * account.
 */
export async function keepDevice(
  writer: Writer,
  staffId: number,
  key: string | null,
  now: number,
): Promise<void> {
  if (key === null) return;
  await writer
    .insertInto('known_devices')
    .values({ staff_id: staffId, device_hash: hashToken(key), last_used_at: now })
    .onConflict((conflict) =>
      conflict.columns(['staff_id', 'device_hash']).doUpdateSet({ last_used_at: now }),
    )
    .execute();
}

/** Deletes devices where nobody has signed in for half a year. */
export async function forgetOldDevices(writer: Writer, now: number): Promise<void> {
  await writer
    .deleteFrom('known_devices')
    .where('last_used_at', '<', now - KEPT_FOR)
    .execute();
}
