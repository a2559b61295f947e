import type { Insertable } from 'kysely';
import { scannedItem } from '#contract/purchase-orders.ts';
import { z } from '#contract/zod.ts';
import { isAmong, OPEN_RECEIPT_LIFETIME } from '#domain/receiving.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    /** Units that somebody scanned of an order and has not received, as the computer last told. */
    open_receipts: {
      supplier_transaction_id: number;
      staff_id: number;
      /** The device's key; empty where the caller names none. */
      computer: string;
      begun_at: number;
      seen_at: number;
      units_count: number;
      /** JSON: the units by item of the order. */
      items: string;
      /** JSON: the codes of the units; null where the computer does not tell them. */
      codes: string | null;
    };
  }
}

/** A person at a computer, who has one unfinished receipt of an order. */
export type Receiver = { staffId: number; computer: string };

/** The computer of what was told before computers were told apart: whichever tells next has it. */
export const UNKNOWN_COMPUTER = 'unknown';

const scannedItems = z.array(scannedItem);

/** Finds the unfinished receipts of an order, the first begun first. */
export async function findOpenReceipts(reader: Reader, orderId: number) {
  const rows = await reader
    .selectFrom('open_receipts as receipt')
    .innerJoin('staff as receiver', 'receiver.id', 'receipt.staff_id')
    // Without the codes, which are long: whoever shows the order does not need them.
    .select([
      'receipt.staff_id',
      'receipt.computer',
      'receipt.begun_at',
      'receipt.seen_at',
      'receipt.units_count',
      'receipt.items',
      'receiver.name as receiver_name',
    ])
    .where('receipt.supplier_transaction_id', '=', orderId)
    .orderBy('receipt.begun_at')
    .orderBy('receipt.staff_id')
    .orderBy('receipt.computer')
    .execute();
  return rows.map(({ items, ...row }) => ({ ...row, items: scannedItems.parse(JSON.parse(items)) }));
}
export type OpenReceiptRow = Awaited<ReturnType<typeof findOpenReceipts>>[number];

const scannedCodes = z.array(z.string());

/**
 * Finds who has scanned a code for an order elsewhere, another person or the same one at another computer, without
 * receiving its unit; null if nobody has.
 */
export async function findOtherScanner(
  reader: Reader,
  { orderId, staffId, computer, code }: Receiver & { orderId: number; code: string },
): Promise<{ id: number; name: string } | null> {
  const rows = await reader
    .selectFrom('open_receipts as receipt')
    .innerJoin('staff as receiver', 'receiver.id', 'receipt.staff_id')
    .select(['receiver.id', 'receiver.name', 'receipt.codes'])
    .where('receipt.supplier_transaction_id', '=', orderId)
    .where((eb) => eb.or([eb('receipt.staff_id', '!=', staffId), eb('receipt.computer', '!=', computer)]))
    .where('receipt.codes', 'is not', null)
    .orderBy('receipt.begun_at')
    .execute();
  const found = rows.find(({ codes }) => isAmong(scannedCodes.parse(JSON.parse(codes ?? '[]')), code));
  return found ? { id: found.id, name: found.name } : null;
}

/** Keeps what somebody scanned of an order at a computer; its beginning stays that of the first time. */
export const putOpenReceipt = (writer: Writer, receipt: Insertable<Tables['open_receipts']>) =>
  writer
    .insertInto('open_receipts')
    .values(receipt)
    .onConflict((conflict) =>
      conflict.columns(['supplier_transaction_id', 'staff_id', 'computer']).doUpdateSet((eb) => ({
        seen_at: eb.ref('excluded.seen_at'),
        units_count: eb.ref('excluded.units_count'),
        items: eb.ref('excluded.items'),
        codes: eb.ref('excluded.codes'),
      })),
    )
    .execute();

/** Forgets what somebody scanned of an order at a computer: it was received, or discarded. */
export const deleteOpenReceipt = (
  writer: Writer,
  { orderId, staffId, computer }: Receiver & { orderId: number },
) =>
  writer
    .deleteFrom('open_receipts')
    .where('supplier_transaction_id', '=', orderId)
    .where('staff_id', '=', staffId)
    .where('computer', '=', computer)
    .execute();

/** Forgets unfinished receipts of which no computer told for a week. */
export async function forgetOpenReceipts(writer: Writer, now: number): Promise<void> {
  await writer
    .deleteFrom('open_receipts')
    .where('seen_at', '<=', now - OPEN_RECEIPT_LIFETIME)
    .execute();
}
