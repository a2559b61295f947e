import type { Insertable } from 'kysely';
import type { Centavos } from '#domain/money.ts';
import { priceForGroup, pricesOfUnit } from '#domain/pricing.ts';
import { soldUnit, unitKey } from '#domain/sale-line.ts';
import { amountsOfLines, discountLabel, saleTotals, type Discount, type SaleTotals } from '#domain/totals.ts';
import type { Writer } from '../db/access.ts';
import type { Tables } from '../db/tables.ts';
import { discountsJson } from '../modules/transactions/transactions.public.ts';
import type { FilledVariation } from './fill-catalogue.ts';
import type { FilledCustomer, FilledPeople } from './fill-people.ts';
import type { MakeUnit } from './fill-stock.ts';
import type { DemoDay } from './demo-day.ts';
import type { FilledStore } from './fill-stores.ts';
import type { SeededRandom } from './random.ts';

export type DemoWorld = {
  stores: FilledStore[];
  people: FilledPeople;
  variations: FilledVariation[];
  stock: MakeUnit;
  random: SeededRandom;
  day: DemoDay;
  now: number;
};

/** A source of ids for rows that are made before they are inserted. */
export type Ids = Pick<Writer, 'nextId'>;

type DemoCart = {
  units: Insertable<Tables['inventory_items']>[];
  lines: Tables['transaction_items'][];
  totals: SaleTotals;
  /** The figures that the transaction's row stores. */
  figures: Pick<
    Tables['transactions'],
    | 'subtotal'
    | 'discount_amount'
    | 'taxable_amount'
    | 'tax_amount'
    | 'total_amount'
    | 'tax_rate'
    | 'prices_include_tax'
    | 'discounts_json'
  >;
};

/** The subtotal in centavos from which a voucher is a small part of the sale: no line falls below its lowest price. */
const VOUCHER_FROM: Centavos = 400_000;
const openBox: Discount = { type: 'percentage', value: 500, reason: 'Open box' };
const displayUnit: Discount = { type: 'percentage', value: 400, reason: 'Display unit' };
const loyal: Discount = { type: 'percentage', value: 300, reason: 'Loyal customer' };
const voucher: Discount = { type: 'fixed', value: 10_000, reason: 'Facebook voucher' };

type Discounts = { line: Discount[]; cart: Discount[] };

/** Gives a discount now and then: on the first line or the whole cart; never on the lowest group prices. */
function discountsFor(roll: number, group: string | null, subtotal: Centavos): Discounts {
  if (group === 'vip' || group === 'wholesale') return { line: [], cart: [] };
  if (roll < 0.05) return { line: [openBox], cart: [] };
  if (roll < 0.07) return { line: [displayUnit], cart: [] };
  if (roll < 0.12 && group !== null) return { line: [], cart: [loyal] };
  if (roll > 0.97 && subtotal >= VOUCHER_FROM) return { line: [], cart: [voucher] };
  return { line: [], cart: [] };
}

function pickVariation({ variations, random }: DemoWorld): FilledVariation {
  for (;;) {
    const variation = random.pick(variations);
    if (random.chance(variation.popularity / 3)) return variation;
  }
}

type DemoUnit = Insertable<Tables['inventory_items']>;
const NO_PRICES = { own_price: null, own_minimum_price: null };

/** Returns the price of a variation's unit for a customer's group. */
function priceOf(variation: FilledVariation, unit: DemoUnit | undefined, group: string | null): Centavos {
  const category = unit?.category ?? 'new';
  return priceForGroup(pricesOfUnit({ ...variation, ...NO_PRICES, category }) ?? variation, group);
}

const monthsOf = (variation?: FilledVariation, unit?: DemoUnit) =>
  variation?.warranty[unit?.category === 'new' ? 'warranty_months' : 'warranty_months_used'] ?? 0;

/** Fills a cart with a few units for a customer, priced and discounted as the till would. */
export function fillCart(
  ids: Ids,
  world: DemoWorld,
  sale: {
    id: number;
    store: FilledStore;
    customer: FilledCustomer | null;
    status: 'available' | 'sold';
    arrivedAt: number;
    /** The number of units; random if absent. */
    count?: number;
  },
): DemoCart {
  const { random, stock } = world;
  const { store, customer } = sale;
  const count = sale.count ?? random.pick([1, 1, 1, 2, 2, 3]);
  const bought = Array.from({ length: count }, () => pickVariation(world));
  const roll = random.next();
  const units = bought.map((variation) => stock(variation, store.id, sale.status, sale.arrivedAt));
  const prices = bought.map((variation, index) => priceOf(variation, units[index], customer?.group ?? null));
  const subtotal = prices.reduce((sum, price) => sum + price, 0);
  const discounts = discountsFor(roll, customer?.group ?? null, subtotal);
  const priced = prices.map((price, index) => ({ price, discounts: index === 0 ? discounts.line : [] }));
  const totals = saleTotals(priced, discounts.cart, store.tax);
  const { lines: lineTotals, cart_discount: _shared, ...figures } = totals;
  const amounts = amountsOfLines(totals);
  const lines = priced.map((line, position): Tables['transaction_items'] => ({
    id: ids.nextId(),
    transaction_id: sale.id,
    position,
    line_key: unitKey(units[position]?.id ?? 0),
    kind: 'unit',
    ...soldUnit(units[position]?.id ?? 0),
    product_variation_id: units[position]?.product_variation_id ?? 0,
    note: null,
    price: line.price,
    discount_amount: lineTotals[position]?.discount_amount ?? 0,
    discount_reason: line.discounts.map(discountLabel).join(', ') || null,
    discounts_json: discountsJson(line.discounts),
    final_price: lineTotals[position]?.final_price ?? 0,
    tax_kind: 'vatable',
    net_amount: amounts[position]?.net_amount ?? 0,
    tax_amount: amounts[position]?.tax_amount ?? 0,
    unit_cost: sale.status === 'sold' ? (units[position]?.purchase_cost ?? null) : null,
    floor_agreed: null,
    live: sale.status === 'sold' ? 1 : 0,
    refunded_at: null,
    refund_id: null,
    traded_in_at: null,
    warranty_months: sale.status === 'sold' ? monthsOf(bought[position], units[position]) : null,
    warranty_from: null,
    category: sale.status === 'sold' ? (units[position]?.category ?? null) : null,
    condition_rating: sale.status === 'sold' ? (units[position]?.condition_rating ?? null) : null,
    disputed: 0,
    sold_by_id: null,
  }));
  return {
    units,
    lines,
    totals,
    figures: {
      ...figures,
      tax_rate: store.tax.rate,
      prices_include_tax: store.tax.pricesIncludeTax ? 1 : 0,
      discounts_json: discountsJson(discounts.cart),
    },
  };
}

/** Picks a customer who existed at an instant, or null: more than half are walk-ins. */
export function pickCustomer({ people, random }: DemoWorld, at: number): FilledCustomer | null {
  if (!random.chance(0.45)) return null;
  for (;;) {
    const customer = random.pick(people.customers);
    if (customer.created_at < at) return customer;
  }
}

/** Columns that are empty before a transaction ends. */
export const nothingYet = {
  invoice_no: null,
  invoice_number: null,
  change_due: 0,
  cash_rounding: 0,
  void_rounding: 0,
  points_earned: 0,
  balance_due: 0,
  owed_back: 0,
  refunded_amount: 0,
  floor_agreed_group: null,
  copies_printed: 0,
  notes: null,
  receipt_email: null,
  buyer_name: null,
  buyer_tin: null,
  buyer_address: null,
  completed_at: null,
  completed_by_id: null,
  voided_at: null,
  voided_by_id: null,
  void_reason: null,
  deleted_at: null,
  deleted_by_id: null,
  deletion_reason: null,
  exchange_refund_id: null,
  offline_number: null,
} satisfies Partial<Tables['transactions']>;
