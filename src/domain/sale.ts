// A sale from the cart to its papers.
import { cartTotals, soundLines, taxOf, type Cart, type CartLine } from './cart.ts';
import type { BasisPoints, Centavos } from './money.ts';
import { lineKey, soldOf, type SoldLine } from './sale-line.ts';
import type { Discount, SaleTotals, TaxRule } from './totals.ts';
import type { TransactionStatus, UnitCategory } from './transactions.ts';
import type { UnitNumbers } from './units.ts';

/** A line of a sale, in every stage. */
export type SaleLine = SoldLine & {
  /** Tells it from the others of the sale. */
  key: string;
  product_variation_id: number;
  product_name: string;
  variation_name: string;
  serial_number: string | null;
  imei: string | null;
  imei2: string | null;
  category: UnitCategory;
  condition_rating: number | null;
  price: Centavos;
  discounts: readonly Discount[];
  discount_amount: Centavos;
  final_price: Centavos;
  /** The code by which it was scanned without the server; null where the server has confirmed it. */
  scanned_code: string | null;
};

type Figures = Omit<SaleTotals, 'lines' | 'cart_discount'>;

/** A sale as its customer is told it, in every stage. */
export type Sale = Figures & {
  /** Its draft on the server; null for a cart that has none yet. */
  draft: { id: number; number: string; version: number } | null;
  customer: {
    id: number;
    name: string;
    email: string | null;
    address: string | null;
    group: string | null;
  } | null;
  lines: readonly SaleLine[];
  discounts: readonly Discount[];
  tax: TaxRule;
};

/** Returns what papers and the server call a line's goods. */
export const lineName = ({
  product_name,
  variation_name,
}: Pick<SaleLine, 'product_name' | 'variation_name'>) => `${product_name} ${variation_name}`;

/** Returns a line of a cart with its figures. Carts of older tills have neither a category nor a second IMEI: their units were new. */
const lineOf = (line: CartLine, totals: SaleTotals['lines'][number] | undefined): SaleLine => ({
  key: lineKey(line),
  ...soldOf(line),
  product_variation_id: line.product_variation_id ?? 0,
  product_name: line.product_name,
  variation_name: line.variation_name,
  serial_number: line.serial_number,
  imei: line.imei,
  imei2: line.imei2 ?? null,
  category: line.category ?? 'new',
  condition_rating: line.condition_rating ?? null,
  price: line.price,
  discounts: line.discounts,
  discount_amount: totals?.discount_amount ?? 0,
  final_price: totals?.final_price ?? line.price,
  scanned_code: line.scanned_code ?? null,
});

/** Returns the sale that a cart would be at a store's tax, without its lost lines. */
export function saleOfCart(cart: Cart, storeTax: TaxRule): Sale {
  const { draft, customer, discounts } = cart;
  const { lines, cart_discount: _, ...figures } = cartTotals(cart, storeTax);
  return {
    draft: draft && { id: draft.id, number: draft.number, version: draft.version },
    customer: customer && {
      id: customer.id,
      name: customer.name,
      email: customer.email ?? null,
      // The till does not keep it.
      address: null,
      group: customer.group?.name ?? null,
    },
    lines: soundLines(cart).map((line, index) => lineOf(line, lines[index])),
    discounts,
    tax: taxOf(cart, storeTax),
    ...figures,
  };
}

/** The parts of a transaction, as the server presents it, that are those of its sale. */
type PresentedSale = Figures & {
  id: number;
  version: number;
  draft_number: string;
  status: TransactionStatus;
  customer: {
    id: number;
    name: string;
    email?: string | null | undefined;
    address?: string | null | undefined;
    customer_group: string | null;
  } | null;
  discounts: readonly Discount[];
  tax_rate: BasisPoints;
  prices_include_tax: boolean;
  transaction_items: readonly (SoldLine &
    Pick<SaleLine, 'price' | 'discounts' | 'discount_amount' | 'final_price'> & {
      discount_reason: string | null;
      category: UnitCategory | null;
      condition_rating: number | null;
      told_numbers: UnitNumbers | null;
      inventory_item: UnitNumbers &
        Pick<SaleLine, 'category' | 'condition_rating'> & {
          product_variation: { id: number; name: string; product: { name: string } };
        };
    })[];
};

/** Returns the sale of a transaction: a draft's units as they are now, else as they were sold. */
export function saleOfTransaction(transaction: PresentedSale): Sale {
  const { customer, discounts, transaction_items: items } = transaction;
  const { subtotal, discount_amount, taxable_amount, tax_amount, total_amount } = transaction;
  return {
    draft: { id: transaction.id, number: transaction.draft_number, version: transaction.version },
    customer: customer && {
      id: customer.id,
      name: customer.name,
      email: customer.email ?? null,
      address: customer.address ?? null,
      group: customer.customer_group,
    },
    lines: items.map((item): SaleLine => {
      const { inventory_item: unit } = item;
      const { product_variation: variation } = unit;
      // While the unit is not known, the numbers of the first paper stand.
      const { serial_number, imei, imei2 = null } = item.told_numbers ?? unit;
      const { category, condition_rating } = transaction.status === 'draft' ? unit : item;
      return {
        key: lineKey(item),
        ...soldOf(item),
        product_variation_id: variation.id,
        product_name: variation.product.name,
        variation_name: variation.name,
        ...{ serial_number, imei, imei2, condition_rating },
        category: category ?? 'new',
        price: item.price,
        // Sales older than itemised discounts have a line's sum and one reason.
        discounts:
          item.discounts.length === 0 && item.discount_amount > 0
            ? [{ type: 'fixed', value: item.discount_amount, reason: item.discount_reason }]
            : item.discounts,
        discount_amount: item.discount_amount,
        final_price: item.final_price,
        scanned_code: null,
      };
    }),
    discounts,
    tax: { rate: transaction.tax_rate, pricesIncludeTax: transaction.prices_include_tax },
    ...{ subtotal, discount_amount, taxable_amount, tax_amount, total_amount },
  };
}
