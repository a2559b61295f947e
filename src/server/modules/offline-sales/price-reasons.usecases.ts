import type { OfflineSale } from '#contract/offline-sales.ts';
import type { Store } from '#contract/stores.ts';
import { basisPointsToPercent, formatMoney, type Centavos } from '#domain/money.ts';
import { floorPrice, priceForGroup, pricesOfUnit, type UnitPrices } from '#domain/pricing.ts';
import { unitOf } from '#domain/sale-line.ts';
import { isSameTax, netOfLines, type TaxRule } from '#domain/totals.ts';
import type { Reader } from '../../db/access.ts';
import { groupAt, type SaleCustomer } from '../customers/customers.public.ts';
import { pricesAt } from '../products/products.public.ts';
import { taxAt } from '../stores/stores.public.ts';
import type { UnitRow } from '../units/units.public.ts';
import type { Reason } from '../transactions/transactions.public.ts';

/** Ends the sentence on what the till could not know. */
const WHILE_AWAY = '. It was changed while the till could not hear of it';

const taxText = ({ rate, pricesIncludeTax }: TaxRule) =>
  `${basisPointsToPercent(rate)} % tax ${pricesIncludeTax ? 'in its prices' : 'on top'}`;

const peso = (amount: Centavos) => formatMoney(amount, 'payment');

/** The amount that each unit was agreed to be sold for at the lowest, by a person who may. */
export type Agreed = ReadonlyMap<number, Centavos>;

/** By what the prices of a sale are checked: its units, its customer, and the moments that count. */
export type Priced = {
  units: readonly UnitRow[];
  customer: SaleCustomer | null;
  /** When it was sold, and when the till had heard of the prices last. */
  at: number;
  answeredAt: number;
  agreed: Agreed;
};

/** Returns that a sale was made at another tax than its store's of that moment, if so. */
export async function taxReasons(
  reader: Reader,
  { tax_rate: rate, prices_include_tax: pricesIncludeTax, answered_at }: OfflineSale,
  { store, at }: { store: Store; at: number },
): Promise<Reason[]> {
  const told = { rate, pricesIncludeTax };
  const then = await taxAt(reader, store, at);
  if (isSameTax(told, then)) return [];
  const isOld = isSameTax(told, await taxAt(reader, store, Math.min(at, answered_at)));
  const text = `It was sold with ${taxText(told)}, and the store charged ${taxText(then)}`;
  return [{ code: 'price', text: isOld ? `${text}${WHILE_AWAY}` : text }];
}

/** Returns which lines were sold for another price than the list's of that moment, or below the lowest one. */
export async function priceReasons(
  reader: Reader,
  sale: OfflineSale,
  { units, customer, at, answeredAt, agreed }: Priced,
): Promise<Reason[]> {
  const heard = Math.min(at, answeredAt);
  const [then, known, group, knownGroup] = await Promise.all([
    pricesAt(reader, units, at),
    pricesAt(reader, units, heard),
    groupAt(reader, customer, at),
    groupAt(reader, customer, heard),
  ]);
  const listOf = (unit: UnitRow, before: typeof then): UnitPrices | null =>
    pricesOfUnit({ ...unit, ...before.get(unit.product_variation_id) });
  // A piece without numbers may be any of its variation, with a price of its own or without.
  const listFor = (line: OfflineSale['lines'][number], unit: UnitRow, prices: typeof then) => {
    const isOwn = unitOf(line) !== null || unit.own_price === line.price;
    return listOf(isOwn ? unit : { ...unit, own_price: null, own_minimum_price: null }, prices);
  };
  const nets = netOfLines(sale);
  return sale.lines.flatMap((line, index): Reason[] => {
    const unit = units[index];
    if (!unit) return [];
    const list = listFor(line, unit, then);
    if (!list)
      return [{ code: 'price', text: `${line.name} was sold for ${peso(line.price)} and had no price` }];
    const found: Reason[] = [];
    const price = priceForGroup(list, group);
    if (price !== line.price) {
      const knownList = listFor(line, unit, known);
      const isOld = knownList !== null && priceForGroup(knownList, knownGroup) === line.price;
      const why = isOld ? WHILE_AWAY : '';
      const text = `${line.name} was sold for ${peso(line.price)}, and its price was ${peso(price)}${why}`;
      found.push({ code: 'price', text });
    }
    const [net, floor] = [nets[index] ?? 0, floorPrice(list, null)];
    if (net < floor && net < (agreed.get(unit.id) ?? Infinity)) {
      const text = `${line.name} was sold for ${peso(net)}, below its lowest price of ${peso(floor)}`;
      found.push({ code: 'below_floor', text });
    }
    return found;
  });
}
