import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  offlineOpening,
  offlineSale,
  type OfflineOpening,
  type offlineSales,
} from '#contract/offline-sales.ts';
import { offlineNumber } from '#domain/offline-sales.ts';
import { cashRounding, changeDue, type CountedPayment } from '#domain/payments.ts';
import { saleTotals, type Discount } from '#domain/totals.ts';
import { call, type Answer, type Caller, type Refusal } from './http.ts';
import { expectDone } from './selling.ts';
import type { WireTill } from './shifts.ts';

// Sales that a till makes without the server, as it sends them.

export type WireRecorded = z.input<typeof offlineSales.record.response>;
type Sale = z.output<typeof offlineSale>;
type Line = Sale['lines'][number];
type Payment = Sale['payments'][number];

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A unit as a till sells it; amounts are centavos. */
export type SoldUnit = {
  id: number | null;
  product_variation_id: number;
  price?: number;
  discounts?: readonly Discount[];
  category?: Line['category'];
  imei?: string | null;
};

export const inCash = (amount: number): Payment => ({
  method: 'cash',
  amount,
  status: 'completed',
  reference_number: null,
  expected_date: null,
  notes: null,
});

export const byGcash = (amount: number, reference_number = 'G-1'): Payment => ({
  ...inCash(amount),
  method: 'gcash',
  status: 'pending',
  reference_number,
});

/** What makes a cart; the rest is reckoned as the till does. */
export type Cart = Partial<Omit<Sale, 'lines' | 'payments'>> & {
  store_id: number;
  staff_id: number;
  units: readonly SoldUnit[];
  payments?: readonly Payment[];
  coin?: number;
};

/** Reckons a cart: 10 % tax on top, as in a store without settings, paid exactly in cash. */
export function reckonCart({
  units,
  payments,
  coin = 1,
  ...told
}: Cart): Omit<Sale, 'key' | 'number' | 'previous_hash' | 'made_at' | 'answered_at' | 'till_clock'> {
  const lines = units.map(({ id, product_variation_id, price = 100_000, discounts = [], ...unit }, no) => ({
    key: id === null ? `p${no}` : `u${id}`,
    kind: 'unit' as const,
    inventory_item_id: id,
    product_variation_id,
    scanned_code: unit.imei ?? `CODE-${no}`,
    name: `Phone ${no + 1}`,
    serial_number: null,
    imei: unit.imei ?? null,
    imei2: null,
    category: unit.category ?? ('new' as const),
    condition_rating: null,
    price,
    discounts: [...discounts] as Line['discounts'],
    tax_kind: 'vatable' as const,
    note: null,
    sold_by_id: null,
  }));
  const { discounts = [], tax_rate = 1000, prices_include_tax = false } = told;
  const totals = saleTotals(lines, discounts, { rate: tax_rate, pricesIncludeTax: prices_include_tax });
  const { lines: figures, cart_discount: _shared, ...sums } = totals;
  const paid = payments ?? [inCash(sums.total_amount)];
  const counted = paid.map((payment): CountedPayment => ({ ...payment, deleted_at: null }));
  const change_due = changeDue(sums.total_amount, counted, coin);
  return {
    shift_id: null,
    draft: null,
    completion_key: null,
    customer_id: null,
    buyer_name: null,
    buyer_tin: null,
    buyer_address: null,
    receipt_email: null,
    change_due,
    cash_rounding: cashRounding(sums.total_amount, counted, { change: change_due, coin }),
    ...sums,
    ...told,
    discounts,
    tax_rate,
    prices_include_tax,
    lines: lines.map((line, no) => ({
      ...line,
      discount_amount: figures[no]?.discount_amount ?? 0,
      final_price: figures[no]?.final_price ?? 0,
    })),
    payments: [...paid],
  };
}

/** A sale as it lies in a till's file. */
export type FiledSale = { key: string; number: string; hash: string; body: string };

/** A till that sells without the server: its series of numbers goes on with each sale that it makes. */
export class OfflineTill {
  readonly till: WireTill;
  readonly secret: string;
  readonly #url: string;
  readonly #storeCode: string;
  #no = 0;
  #before: string | null = null;

  constructor(url: string, till: WireTill, { secret, storeCode }: { secret: string; storeCode: string }) {
    this.#url = url;
    this.till = till;
    this.secret = secret;
    this.#storeCode = storeCode;
  }

  number(no: number): string {
    const { code, credential } = this.till;
    return offlineNumber(
      { store_code: this.#storeCode, till_code: code ?? '', letter: credential?.letter ?? 'A' },
      no,
    );
  }

  /** Makes the next sale of its series; `change` changes its text on the wire. */
  make(
    cart: Cart,
    {
      at,
      answeredAt = at,
      change = (wire) => wire,
    }: {
      at: number;
      answeredAt?: number;
      change?: (wire: Record<string, unknown>) => unknown;
    },
  ): FiledSale {
    const place = this.#next({ at, answeredAt });
    // Encoded without a look at its values: a test may make impossible ones.
    const wire = z.encode(offlineSale, { ...reckonCart(cart), ...place }) as Record<string, unknown>;
    return this.#file(place, change(wire));
  }

  /** Opens a shift, whose text is the next of the series; amounts are centavos. */
  open(
    opening: Pick<OfflineOpening, 'store_id' | 'staff_id'> & Partial<OfflineOpening>,
    { at, answeredAt = at }: { at: number; answeredAt?: number },
  ): FiledSale {
    const place = this.#next({ at, answeredAt });
    const float = { float_amount: 300_000, denominations: null };
    return this.#file(place, z.encode(offlineOpening, { kind: 'shift', ...float, ...opening, ...place }));
  }

  #next({ at, answeredAt }: { at: number; answeredAt: number }) {
    this.#no += 1;
    return {
      key: randomUUID(),
      number: this.number(this.#no),
      previous_hash: this.#before,
      made_at: at,
      answered_at: answeredAt,
      till_clock: at,
    };
  }

  #file({ key, number }: { key: string; number: string }, wire: unknown): FiledSale {
    const body = JSON.stringify(wire);
    const filed = { key, number, hash: sha256(body), body };
    this.#before = filed.hash;
    return filed;
  }

  /** Sends a sale as the till itself does. */
  send<T = WireRecorded>(
    sale: FiledSale,
    {
      invoice_number = null,
      invoice_proof,
      waiting = 0,
      url = this.#url,
    }: {
      invoice_number?: string | null;
      invoice_proof?: string;
      waiting?: number;
      url?: string;
    } = {},
  ): Promise<Answer<T>> {
    const headers = { Authorization: `Till ${this.secret}` };
    const body = { ...sale, waiting, invoice_number, invoice_proof };
    return call<T>(url, 'POST', '/pos/offline-sales', body, headers);
  }

  /** Makes a sale and sends it. */
  async sell(cart: Cart, made: Parameters<OfflineTill['make']>[1]): Promise<WireRecorded> {
    return expectDone(await this.send(this.make(cart, made)));
  }
}

/** Gives a till its credential. */
export async function offlineTill(url: string, at: Caller, storeCode: string): Promise<OfflineTill> {
  const secret = randomBytes(32).toString('base64url');
  const till = expectDone(await at.post<WireTill>('/tills/credential', { secret }));
  return new OfflineTill(url, till, { secret, storeCode });
}

/** Sends a sale from a till's file as a manager does. */
export const sendByHand = <T = Refusal>(
  manager: Caller,
  sale: FiledSale,
  invoice_number: string | null = null,
) => manager.post<T>('/offline-sales', { ...sale, invoice_number });
