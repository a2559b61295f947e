import { NO_ROWS, orderRowForm, type OrderRowForm } from '#contract/purchase-orders.ts';
import type { FoundVariation } from '#contract/products.ts';
import { centavosToPesos, pesosToCentavos, type Centavos } from '#domain/money.ts';
import { ORDER_QUANTITY_MAX, ORDER_ROWS_MAX } from '#domain/purchase-orders.ts';

/** The data of a variation that an order row needs. */
export type OrderedVariation = Pick<FoundVariation, 'id' | 'name' | 'image_url' | 'cost'> & {
  product: Pick<FoundVariation['product'], 'name' | 'sku' | 'kind'>;
};

export type RowField = keyof OrderRowForm;

/** One row of an order being written. */
export type WrittenRow = {
  /** Counts up; unique per row. */
  id: number;
  variation: OrderedVariation | null;
  /** As typed. */
  quantity: string;
  /** In pesos, as in a money field; null while empty. */
  cost: number | null;
  errors: Partial<Record<RowField, string>>;
};

type WrittenRows = {
  rows: readonly WrittenRow[];
  /** An error about all rows together. */
  error: string | null;
  /** True if there is input that would be lost. */
  isDirty: boolean;
};

/** A row to add from a scan, a pasted line or the low stock. */
export type Wanted = { variation: OrderedVariation; quantity: number; cost?: Centavos | null };

const isBlank = ({ variation, quantity, cost }: WrittenRow) =>
  variation === null && cost === null && (quantity === '1' || quantity.trim() === '');

const quantityOf = ({ quantity }: WrittenRow) => (/^\d{1,9}$/.test(quantity.trim()) ? Number(quantity) : NaN);
const costOf = (cost: number | null): Centavos =>
  cost === null || Number.isNaN(cost) ? 0 : pesosToCentavos(cost);

/** Returns a row's total in centavos; 0 while quantity or cost is missing. */
export const rowTotal = (row: WrittenRow): Centavos => (quantityOf(row) || 0) * costOf(row.cost);

/** Returns the units and the amount of all rows, in centavos. */
export function writtenTotals(rows: readonly WrittenRow[]): { units: number; amount: Centavos } {
  return {
    units: rows.reduce((sum, row) => sum + (row.variation ? quantityOf(row) || 0 : 0), 0),
    amount: rows.reduce((sum, row) => sum + (row.variation ? rowTotal(row) : 0), 0),
  };
}

/** Returns a row as sent, or the errors of its fields. */
function checkRow(
  row: WrittenRow,
  seesCosts: boolean,
): { item: OrderRowForm } | { errors: WrittenRow['errors'] } {
  if (seesCosts && row.cost === null && row.variation)
    return { errors: { unit_cost: 'Unit cost is required' } };
  const { data, error } = orderRowForm.safeParse({
    product_variation_id: row.variation?.id,
    quantity_ordered: quantityOf(row),
    unit_cost: seesCosts ? (row.cost ?? undefined) : undefined,
  });
  if (data) return { item: data };
  const errors: WrittenRow['errors'] = {};
  for (const { path, message } of error.issues) errors[path[0] as RowField] ??= message;
  return { errors };
}

/** Creates the rows of an order being written; there is always at least one. */
export function createOrderRows({
  seesCosts,
  wanted = [],
}: {
  seesCosts: boolean;
  wanted?: readonly Wanted[];
}) {
  let made = 0;
  const blank = (): WrittenRow => ({
    id: (made += 1),
    variation: null,
    quantity: '1',
    cost: null,
    errors: {},
  });
  const proposed = (variation: OrderedVariation): number | null =>
    seesCosts && variation.cost ? centavosToPesos(variation.cost) : null;
  const rowOf = ({ variation, quantity, cost }: Wanted): WrittenRow => ({
    ...blank(),
    variation,
    quantity: String(quantity),
    cost: seesCosts && cost ? centavosToPesos(cost) : proposed(variation),
  });

  const first = wanted.slice(0, ORDER_ROWS_MAX).map(rowOf);
  let written: WrittenRows = {
    rows: first.length > 0 ? first : [blank()],
    error: null,
    // The initial rows can be loaded again.
    isDirty: false,
  };
  const listeners = new Set<() => void>();
  const put = (rows: readonly WrittenRow[], changes: Partial<WrittenRows> = {}) => {
    written = { error: null, isDirty: true, ...changes, rows };
    for (const listener of listeners) listener();
  };
  const change = (id: number, changes: Partial<WrittenRow>, field: RowField) =>
    put(
      written.rows.map((row) =>
        row.id === id ? { ...row, ...changes, errors: { ...row.errors, [field]: undefined } } : row,
      ),
    );

  /** Adds to a row of the same variation, else fills the first blank row, else appends one. */
  function takeOne(rows: readonly WrittenRow[], one: Wanted, isSame: (row: WrittenRow) => boolean) {
    const same = rows.findIndex((row) => row.variation?.id === one.variation.id && isSame(row));
    const place = same >= 0 ? same : rows.findIndex(isBlank);
    const existing = rows[place];
    if (same >= 0 && existing) {
      const quantity = Math.min(ORDER_QUANTITY_MAX, (quantityOf(existing) || 0) + one.quantity);
      return rows.with(place, { ...existing, quantity: String(quantity), errors: {} });
    }
    const row = rowOf(one);
    return existing ? rows.with(place, { ...row, id: existing.id }) : [...rows, row];
  }

  return {
    read: () => written,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Adds a blank row; returns its id, or null at the row limit. */
    add: (): number | null => {
      if (written.rows.length >= ORDER_ROWS_MAX) return null;
      const row = blank();
      put([...written.rows, row], { isDirty: written.isDirty });
      return row.id;
    },
    remove: (id: number) => {
      const left = written.rows.filter((row) => row.id !== id);
      put(left.length > 0 ? left : [blank()]);
    },
    choose: (id: number, variation: OrderedVariation | null) => {
      const row = written.rows.find((one) => one.id === id);
      const cost = (variation && proposed(variation)) ?? row?.cost ?? null;
      change(id, { variation, cost }, 'product_variation_id');
    },
    typeQuantity: (id: number, quantity: string) => change(id, { quantity }, 'quantity_ordered'),
    typeCost: (id: number, cost: number | null) => change(id, { cost }, 'unit_cost'),
    /** Adds a scanned or pasted variation. Returns its row, or null at the row limit. */
    take: (one: Wanted): WrittenRow | null => {
      const cost = one.cost ?? null;
      const isSame = (row: WrittenRow) => cost === null || !seesCosts || costOf(row.cost) === cost;
      const rows = takeOne(written.rows, one, isSame);
      if (rows.length > ORDER_ROWS_MAX) return null;
      put(rows);
      return rows.find((row) => row.variation?.id === one.variation.id && isSame(row)) ?? null;
    },
    /** Returns the rows as sent, with their ids; null if something is missing, which the rows then show. */
    check: (): { items: OrderRowForm[]; ids: number[] } | null => {
      const filled = written.rows.filter((row) => !isBlank(row));
      const checked = new Map(filled.map((row) => [row.id, checkRow(row, seesCosts)]));
      const rows = written.rows.map((row) => {
        const result = checked.get(row.id);
        return { ...row, errors: result && 'errors' in result ? result.errors : {} };
      });
      const items = [...checked.values()].flatMap((result) => ('item' in result ? [result.item] : []));
      put(rows, { error: items.length > 0 ? null : NO_ROWS, isDirty: written.isDirty });
      if (items.length === 0 || items.length < filled.length) return null;
      return { items, ids: filled.map(({ id }) => id) };
    },
    /** Shows the server's row errors on their rows. */
    refuse: (
      ids: readonly number[],
      said: readonly { place: number; field: RowField; message: string }[],
    ) => {
      const errors = Map.groupBy(said, ({ place }) => ids[place]);
      const of = (row: WrittenRow) =>
        Object.fromEntries((errors.get(row.id) ?? []).map(({ field, message }) => [field, message]));
      put(
        written.rows.map((row) => ({ ...row, errors: of(row) })),
        { isDirty: written.isDirty },
      );
    },
  };
}
export type OrderRows = ReturnType<typeof createOrderRows>;
