import type { z } from 'zod';
import type { transferableUnit, transferItem, transfers } from '#contract/transfers.ts';
import type { Caller, CallOptions, Refusal } from './http.ts';
import { expectDone } from './selling.ts';

// Calls of people who pack and unpack, as on the wire.

export type WireTransfer = z.input<typeof transfers.get.response>;
export type WireTransfers = z.input<typeof transfers.list.response>;
export type WireScans = z.input<typeof transfers.scan.response>;
export type WireTransferItem = z.input<typeof transferItem>;
export type WireTransferableUnit = z.input<typeof transferableUnit>;
/** A refusal that names the problem of each unit. */
export type RefusedUnits = Refusal & { units?: { inventory_item_id: number; problem: string }[] };

const PATH = '/inventory/transfers';

export const send = <T = RefusedUnits>(
  by: Caller,
  toStoreId: number,
  unitIds: readonly number[],
  options?: CallOptions,
) => by.post<T>(PATH, { to_store_id: toStoreId, item_ids: unitIds }, options);

export const sent = async (by: Caller, toStoreId: number, unitIds: readonly number[]) =>
  expectDone(await send<WireTransfer>(by, toStoreId, unitIds));

export const look = async (by: Caller, transferId: number) =>
  expectDone(await by.get<WireTransfer>(`${PATH}/${transferId}`));

export const scan = <T = Refusal>(by: Caller, transferId: number, codes: readonly (string | null)[]) =>
  by.post<T>(`${PATH}/${transferId}/scans`, { codes });

/** Scans codes and returns the result of each. */
export const scanned = async (by: Caller, transferId: number, codes: readonly (string | null)[]) =>
  expectDone(await scan<WireScans>(by, transferId, codes)).data;

export const mark = <T = Refusal>(by: Caller, transferId: number, unitId: number, body: object) =>
  by.put<T>(`${PATH}/${transferId}/items/${unitId}`, body);

export const receive = <T = Refusal>(
  by: Caller,
  transferId: number,
  unitIds?: readonly number[],
  options?: CallOptions,
) => by.post<T>(`${PATH}/${transferId}/receive`, unitIds ? { item_ids: unitIds } : {}, options);

export const settle = <T = Refusal>(
  by: Caller,
  transferId: number,
  items: readonly { inventory_item_id: number; outcome: 'lost' | 'returned' }[],
  reason = 'Not in the box',
) => by.post<T>(`${PATH}/${transferId}/settle`, { items, reason });

export const cancel = <T = Refusal>(by: Caller, transferId: number, reason = 'Sent by mistake') =>
  by.post<T>(`${PATH}/${transferId}/cancel`, { reason });
