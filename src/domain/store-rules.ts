import { formatMoney, type BasisPoints } from './money.ts';
import { DEFAULT_OFFLINE_RULES } from './offline-rules.ts';
import { tenders, type Tender } from './payments.ts';
import type { CustomerGroupSlug } from './pricing.ts';
import { weekOf } from './store-hours.ts';
import { DEFAULT_TIME_ZONE } from './time-zones.ts';
import { DEFAULT_TAX_RULE, saleTotals, type TaxRule } from './totals.ts';

/** The settings of a store that affect its sales; null if they were never saved. */
type SellingSettings = {
  tax_rate: BasisPoints;
  prices_include_tax: boolean;
  payment_methods: readonly Tender[];
  features: { pos_enabled: boolean };
} | null;

/**
 * True where a price tag must show the whole price, so that new stores include the tax in their prices: in the
 * Philippines, whose stores are known by their zone. Source: Republic Acts 10909, and 7394, article 81.
 */
export const mustIncludeTax = (timezone: string): boolean => timezone === 'Asia/Manila';

/** The settings of new stores until the chain has defaults of its own. */
export const FIRST_STORE_SETTINGS = {
  hours: weekOf(null),
  features: { pos_enabled: true, online_orders: false, repairs: false },
  payment_methods: ['cash', 'card'] as Tender[],
  tax_rate: 1200 as BasisPoints,
  prices_include_tax: mustIncludeTax(DEFAULT_TIME_ZONE),
  registered_name: null as string | null,
  tin: null as string | null,
  receipt_header: null as string | null,
  receipt_footer: null as string | null,
  default_customer_group: 'regular' as CustomerGroupSlug,
  trade_ins: { hold: true },
  shifts: { enabled: true, difference_limit: 0 },
  offline_sales: { ...DEFAULT_OFFLINE_RULES, methods: [...DEFAULT_OFFLINE_RULES.methods] },
};

/** The settings in force at an older store that never saved any, as its form shows them. */
export const UNSAVED_STORE_SETTINGS = {
  ...FIRST_STORE_SETTINGS,
  payment_methods: [...tenders],
  tax_rate: DEFAULT_TAX_RULE.rate,
  prices_include_tax: DEFAULT_TAX_RULE.pricesIncludeTax,
};

/** Returns the refusal of a store without point of sale, for the server and the till's screen. */
export const posOffText = ({ name }: { name: string }): string => `Point of sale is off for ${name}`;

/** Returns the tax of a store: its settings', else 10 % on top. */
export function taxRuleOf(settings: SellingSettings): TaxRule {
  return settings
    ? { rate: settings.tax_rate, pricesIncludeTax: settings.prices_include_tax }
    : DEFAULT_TAX_RULE;
}

const EXAMPLE_TAG = 1_000_000;

/** Returns what a tax rule does to one tag: `A tag of ₱10,000.00 charges ₱10,000.00; of it ₱1,071.43 is VAT`. */
export function taxExample(tax: TaxRule): string {
  const { total_amount, tax_amount } = saleTotals([{ price: EXAMPLE_TAG, discounts: [] }], [], tax);
  const [tag, total, vat] = [EXAMPLE_TAG, total_amount, tax_amount].map((amount) =>
    formatMoney(amount, 'store'),
  );
  const charged = `A tag of ${tag} charges ${total}`;
  if (tax_amount === 0) return charged;
  return tax.pricesIncludeTax ? `${charged}; of it ${vat} is VAT` : `${charged}; ${vat} VAT is added`;
}

/** Returns the payment methods of a store: all five if its settings were never saved. */
export function methodsOf(settings: SellingSettings): readonly Tender[] {
  return settings?.payment_methods ?? tenders;
}

type Selling = { features: { pos_enabled: boolean } };

/**
 * Returns a store's settings with its own point of sale: what is copied from a shop does not make a warehouse sell, nor
 * the other way round.
 */
export const withOwnPos = <S extends Selling>(settings: S, pos_enabled: boolean): S => ({
  ...settings,
  features: { ...settings.features, pos_enabled },
});

/** True if a store sells at a till, by its settings; if they were never saved, a shop does and a warehouse does not. */
export function sellsAtTill(store: { is_warehouse: boolean; settings: SellingSettings }): boolean {
  return store.settings ? store.settings.features.pos_enabled : !store.is_warehouse;
}
