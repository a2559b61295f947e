import type { z } from 'zod';
import type { receiving } from '#contract/receiving.ts';
import type { Caller, CallOptions, Refusal } from './http.ts';
import type { WireOrder } from './purchase-orders.ts';

export type WireReceiving = z.input<typeof receiving.receive.response>;
export type WireReceipt = z.input<typeof receiving.receipt.response>;
export type WireReceipts = z.input<typeof receiving.receipts.response>;
export type WireLookUp = z.input<typeof receiving.lookUp.response>;
export type WireExpected = z.input<typeof receiving.expected.response>;
export type WireLaid = z.input<typeof receiving.setExpected.response>;

type Row = { quantity_received: number; supplier_transaction_item_id?: number; [field: string]: unknown };

/** Receives rows of an order: by default new units of its first item. */
export const receive = <T = Refusal>(
  caller: Caller,
  order: Pick<WireOrder, 'id' | 'items'>,
  rows: readonly Row[],
  { notes, ...options }: CallOptions & { notes?: string } = {},
) =>
  caller.post<T>(
    `/supplier-transactions/${order.id}/receive`,
    {
      items: rows.map((row) => ({
        supplier_transaction_item_id: order.items[0]?.id,
        category: 'new',
        ...row,
      })),
      ...(notes === undefined ? {} : { notes }),
    },
    options,
  );

/** A mark of this run, as tests share a shop, in several processes and browsers. */
const run = crypto.randomUUID().slice(0, 8).toUpperCase();
let madeSerials = 0;
/** Returns new serial numbers. */
export const freshSerials = (count: number): string[] =>
  Array.from({ length: count }, () => {
    madeSerials += 1;
    // All of one length: none is a prefix of another one.
    return `GR-${run}-${String(madeSerials).padStart(5, '0')}`;
  });

/** Receives units of an order's first item, each with a new serial number. */
export const receiveSome = <T = Refusal>(
  caller: Caller,
  order: Pick<WireOrder, 'id' | 'items'>,
  count: number,
  options?: CallOptions,
) => receive<T>(caller, order, [{ quantity_received: count, serials: freshSerials(count) }], options);
