import type { z } from 'zod';
import type { payment } from '#contract/payments.ts';
import type { lock, pos, scanResult } from '#contract/pos.ts';
import type { receipt } from '#contract/receipts.ts';
import type { transaction, transactions } from '#contract/transactions.ts';
import type { Database } from '#server/db/access.ts';
import type { Answer, Caller, CallOptions, Refusal } from './http.ts';

// The calls of a sale as a till makes them; amounts are pesos, as on the wire.

export type WireTransaction = z.input<typeof transaction>;
export type WireTransactions = z.input<typeof transactions.list.response>;
export type WirePayment = z.input<typeof payment>;
export type WireReceipt = z.input<typeof receipt>;
export type WireLock = z.input<typeof lock>;
export type WireScan = z.input<typeof scanResult>;
export type WireHolds = z.input<typeof transactions.refreshLocks.response>;
export type WireSale = { transaction: WireTransaction; receipt: WireReceipt };
export type WireRefunded = z.input<typeof transactions.refund.response>;

/** Returns the body of an answer that must have succeeded. */
export function expectDone<T>({ status, body }: Answer<T>): T {
  if (status >= 300) throw new Error(`Refused with ${status}: ${JSON.stringify(body)}`);
  return body;
}

const items = (unitIds: readonly number[]) => unitIds.map((inventory_item_id) => ({ inventory_item_id }));

/** Returns what a sale charged for a line: its price, with the tax where that was added. */
export const chargedIn = (sale: WireTransaction, price: number): number =>
  sale.prices_include_tax ? price : Math.round(price * (100 + sale.tax_rate)) / 100;

/** Requests a draft of some units; `extra` holds further fields, such as other items. */
export function createDraft<T = Refusal>(
  till: Caller,
  unitIds: readonly number[],
  extra: object = {},
  options?: CallOptions,
) {
  return till.post<T>('/transactions', { items: items(unitIds), ...extra }, options);
}

export async function openDraft(
  till: Caller,
  unitIds: readonly number[],
  extra: object = {},
): Promise<WireTransaction> {
  return expectDone(await createDraft<WireTransaction>(till, unitIds, extra));
}

export function saveDraft<T = Refusal>(
  till: Caller,
  draftId: number,
  unitIds: readonly number[],
  extra: object = {},
) {
  return till.put<T>(`/transactions/${draftId}`, { items: items(unitIds), ...extra });
}

export function addPayment<T = Refusal>(till: Caller, saleId: number, form: object) {
  return till.post<T>(`/transactions/${saleId}/payments`, form);
}

export async function pay(till: Caller, saleId: number, form: object): Promise<WirePayment> {
  return expectDone(await addPayment<WirePayment>(till, saleId, form));
}

export function complete<T = Refusal>(till: Caller, saleId: number, options?: CallOptions) {
  return till.post<T>(`/transactions/${saleId}/complete`, {}, options);
}

/** Completes a draft with its payment, exactly in cash. */
export function completeInCash<T = Refusal>(
  till: Caller,
  { id, total_amount: amount }: Pick<WireTransaction, 'id' | 'total_amount'>,
) {
  return till.post<T>(`/transactions/${id}/complete`, { payments: [{ method: 'cash', amount }] });
}

/** Makes a draft of some units, paid exactly in cash. */
export async function openPaidDraft(
  till: Caller,
  unitIds: readonly number[],
  extra: object = {},
): Promise<WireTransaction> {
  const draft = await openDraft(till, unitIds, extra);
  await pay(till, draft.id, { method: 'cash', amount: draft.total_amount });
  return draft;
}

export async function sell(till: Caller, unitIds: readonly number[], extra: object = {}): Promise<WireSale> {
  const draft = await openPaidDraft(till, unitIds, extra);
  return expectDone(await complete<WireSale>(till, draft.id));
}

/** Makes a sale whose whole amount is pending by GCash. */
export async function sellOnTrust(till: Caller, unitIds: readonly number[]) {
  const draft = await openDraft(till, unitIds);
  const form = { method: 'gcash', amount: draft.total_amount, reference_number: `T-${draft.id}` };
  const payment = await pay(till, draft.id, { ...form, status: 'pending' });
  return { sale: expectDone(await complete<WireSale>(till, draft.id)).transaction, payment };
}

export function voidSale<T = Refusal>(by: Caller, saleId: number, reason: string, options?: CallOptions) {
  return by.post<T>(`/transactions/${saleId}/void`, { reason }, options);
}

/** Refunds some lines of a sale, or all of them; `body` holds further fields. */
export function refundSale<T = Refusal>(
  by: Caller,
  saleId: number,
  body: object = {},
  options?: CallOptions,
) {
  return by.post<T>(`/transactions/${saleId}/refund`, { reason: 'Defective', ...body }, options);
}

/**
 * Returns new units of any kind, at their variation's price, that the till's store can sell now, of `least` pesos or more;
 * leaves the few phones to others.
 */
export async function unitsOnSale(till: Caller, count: number, { least = 0 } = {}): Promise<number[]> {
  const products = await till.get<z.input<typeof pos.products.response>>('/pos/products?limit=100');
  const units = expectDone(products)
    .data.flatMap(({ variations }) => variations)
    .flatMap(({ retail_price: price, availableItems }) => (price < least ? [] : availableItems))
    .filter(
      ({ imei, prices, category, own_price: own }) =>
        !imei && prices !== null && category === 'new' && own === null,
    )
    .filter(({ status, locked_by_id: holder }) => status === 'available' && holder === null);
  if (units.length < count) throw new Error(`The store has only ${units.length} such units`);
  return units.slice(0, count).map(({ id }) => id);
}

/** Returns new phones that the till's store can sell now, each of another product. */
export async function phonesOnSale(till: Caller, count: number): Promise<number[]> {
  const products = await till.get<z.input<typeof pos.products.response>>('/pos/products?limit=100');
  const phones = expectDone(products).data.flatMap(({ variations }) => {
    const units = variations.flatMap(({ availableItems }) => availableItems);
    const phone = units.find(
      ({ imei, category, status, locked_by_id: holder }) =>
        imei !== null && category === 'new' && status === 'available' && holder === null,
    );
    return phone ? [phone.id] : [];
  });
  if (phones.length < count) throw new Error(`The store has only ${phones.length} phones`);
  return phones.slice(0, count);
}

/** Returns units on sale whose serial number can be typed, new ones first; leaves phones to others. */
export async function serialsOnSale(till: Caller, count: number): Promise<{ id: number; code: string }[]> {
  const products = await till.get<z.input<typeof pos.products.response>>('/pos/products?limit=100');
  const units = expectDone(products)
    .data.flatMap(({ variations }) => variations.flatMap(({ availableItems }) => availableItems))
    .filter(({ imei, status, locked_by_id: holder }) => !imei && status === 'available' && holder === null)
    .toSorted((a, b) => Number(b.category === 'new') - Number(a.category === 'new'))
    .flatMap(({ id, serial_number: code }) => (code !== null && /\d/.test(code) ? [{ id, code }] : []));
  if (units.length < count) throw new Error(`The store has only ${units.length} units with a serial number`);
  return units.slice(0, count);
}

/** Returns a unit's row as it is stored. */
export function findUnitRow(database: Database, unitId: number) {
  return database.reader
    .selectFrom('inventory_items')
    .selectAll()
    .where('id', '=', unitId)
    .executeTakeFirstOrThrow();
}
