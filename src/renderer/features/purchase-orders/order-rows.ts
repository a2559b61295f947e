import { NO_ROWS, orderRowForm, type OrderRowForm } from '#contract/purchase-orders.ts';
import type { FoundVariation } from '#contract/products.ts';
import { centavosToPesos, pesosToCentavos, type Centavos } from '#domain/money.ts';
import { ORDER_QUANTITY_MAX, ORDER_ROWS_MAX } from '#domain/purchase-orders.ts';

/** What a row knows of what it orders. */
export type OrderedVariation = Pick<FoundVariation, 'id' | 'name' | 'image_url' | 'cost'> & {
  product: Pick<FoundVariation['product'], 'name' | 'sku' | 'kind'>;
};

export type RowField = keyof OrderRowForm;

/** One row of an order that is written. */
export type WrittenRow = {
  /** Counts the rows that were made. */
  id: number;
  variation: OrderedVariation | null;
  /** As it is typed. */
  quantity: string;
  /** In pesos, as a money field has it; null for none yet. */
  cost: number | null;
  errors: Partial<Record<RowField, string>>;
};

export type WrittenRows = {
  rows: readonly WrittenRow[];
  /** Of the rows together. */
  error: string | null;
  /** Somebody wrote something that would be lost. */
  isDirty: boolean;
};

/** What is added by a scan, a pasted line, a list of what is missing. */
export type Wanted = { variation: OrderedVariation; quantity: number; cost?: Centavos | null };

const isBlank = ({ variation, quantity, cost }: WrittenRow) =>
  variation === null && cost === null && (quantity === '1' || quantity.trim() === '');

const quantityOf = ({ quantity }: WrittenRow) => (/^\d{1,9}$/.test(quantity.trim()) ? Number(quantity) : NaN);
const costOf = (cost: number | null): Centavos =>
  cost === null || Number.isNaN(cost) ? 0 : pesosToCentavos(cost);

/** What a row comes to; 0 while it says no quantity or cost. */
export const rowTotal = (row: WrittenRow): Centavos => (quantityOf(row) || 0) * costOf(row.cost);

/** Units and amount of all rows. */
export function writtenTotals(rows: readonly WrittenRow[]): { units: number; amount: Centavos } {
  return {
    units: rows.reduce((sum, row) => sum + (row.variation ? quantityOf(row) || 0 : 0), 0),
    amount: rows.reduce((sum, row) => sum + (row.variation ? rowTotal(row) : 0), 0),
  };
}

/** A row as it is sent, or what is wrong with its fields. */
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

/** The rows of an order while it is written; at least one always stands there. */
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
    // What it begins with can be looked up again.
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

  /** Puts some in: into a row of the same, else into the first blank row, else below the others. */
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
    /** One more row to be filled; returns its id, null where there may be no more. */
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
    /** Takes what was scanned or pasted. Returns the row that has it, null where there may be no more rows. */
    take: (one: Wanted): WrittenRow | null => {
      const cost = one.cost ?? null;
      const isSame = (row: WrittenRow) => cost === null || !seesCosts || costOf(row.cost) === cost;
      const rows = takeOne(written.rows, one, isSame);
      if (rows.length > ORDER_ROWS_MAX) return null;
      put(rows);
      return rows.find((row) => row.variation?.id === one.variation.id && isSame(row)) ?? null;
    },
    /** The rows as they are sent, and which they are; null where something is missing, which then stands on them. */
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
    /** Puts what the server says of rows on them. */
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
