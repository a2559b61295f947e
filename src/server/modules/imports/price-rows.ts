import { variationChanges } from '#contract/products.ts';
import { amountIn } from '#domain/import-cells.ts';
import { categoryPriceProblems, priceProblems } from '#domain/product-prices.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { priceFields, takePrices, type CodedVariation, type Prices } from '../products/products.public.ts';
import {
  made,
  metBefore,
  notTaken,
  problemsOf,
  type Checked,
  type Checking,
  type GoodRow,
  type KindRules,
  type Kept,
  type Outcome,
  type Problem,
  type RawRow,
  type UndoRules,
  type Writing,
} from './kind-rules.ts';
import { findPrices, pricesOf } from './rows.repository.ts';
import { findVariations, variationNameText } from './variation-cells.ts';

type PriceData = {
  subject: string;
  productId: number;
  variationId: number;
  /** Centavos; only the prices that change. */
  before: Prices;
  after: Prices;
};

const prices = variationChanges.pick(
  Object.fromEntries(priceFields.map((field) => [field, true as const])) as Record<
    (typeof priceFields)[number],
    true
  >,
);

/** Returns the problems of a variation's prices beside each other; the cost counts only for those who see costs. */
function problemsBeside(
  variation: Prices,
  after: Prices,
  { has_costs }: Pick<Checking['task'], 'has_costs'>,
): Problem[] {
  const of = (field: (typeof priceFields)[number]) => after[field] ?? variation[field];
  const touched = ['cost', 'retail_price', 'minimum_price'] as const;
  const beside = { ...variation, ...after };
  if (!touched.some((field) => after[field] !== undefined)) return categoryPriceProblems(beside);
  return priceProblems({
    ...beside,
    cost: has_costs === 1 ? (of('cost') ?? undefined) : undefined,
    retail_price: of('retail_price') ?? 0,
    minimum_price: of('minimum_price'),
  });
}

/** Returns the given prices that differ from the variation's. */
function differences(variation: CodedVariation, given: Prices): Pick<PriceData, 'before' | 'after'> {
  const changed = priceFields.filter(
    (field) => given[field] !== undefined && given[field] !== variation[field],
  );
  return {
    before: Object.fromEntries(changed.map((field) => [field, variation[field]])),
    after: Object.fromEntries(changed.map((field) => [field, given[field]])),
  };
}

async function check(
  reader: Reader,
  rows: readonly RawRow[],
  { task, met }: Checking,
): Promise<Checked<PriceData>[]> {
  const found = await findVariations(reader, rows);
  return rows.map(({ row, cells }, at) => {
    // An empty cell leaves a price as it is.
    const given = priceFields.filter((field) => cells[field]);
    const form = prices.safeParse(
      Object.fromEntries(given.map((field) => [field, amountIn(cells[field] ?? '')])),
    );
    const problems = form.success ? [] : problemsOf(form.error, cells);
    if (given.length === 0) problems.push({ field: 'retail_price', message: 'This row has no price' });
    const one = found[at];
    if (!one || 'problem' in one)
      return { row, problems: [...problems, ...(one ? [one.problem] : [])], data: null };
    const { variation } = one;
    const { before, after } = differences(variation, form.data ?? {});
    const key = `variation ${variation.id}`;
    problems.push(
      // A refusal would tell costs to those who do not see them.
      ...(problems.length ? [] : problemsBeside(variation, after, task)),
      ...metBefore(met, row, { field: cells.barcode ? 'barcode' : 'sku', what: 'variation', key }),
    );
    return {
      row,
      problems,
      isSame: Object.keys(after).length === 0,
      data: {
        subject: variationNameText(variation),
        productId: variation.product_id,
        variationId: variation.id,
        before,
        after,
      },
    };
  });
}

/** Changes prices that are still as they were when checked. */
async function write(
  writer: Writer,
  rows: readonly GoodRow<PriceData>[],
  { task, staffId, now }: Writing,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { row, data } of rows) {
    const { productId, variationId, before, after } = data;
    const current = await findPrices(writer, variationId);
    const isChanged =
      current && priceFields.some((field) => field in after && current[field] !== before[field]);
    if (!current || isChanged) {
      const message = current
        ? 'Somebody changed this price meanwhile'
        : 'This variation was deleted meanwhile';
      outcomes.push(notTaken(row, [{ field: Object.keys(after)[0] ?? 'sku', message }]));
      continue;
    }
    const [problem] = problemsBeside(current, after, task);
    if (problem) {
      outcomes.push(notTaken(row, [problem]));
      continue;
    }
    await takePrices(writer, { productId, variationId }, { before, after }, { staffId, now });
    outcomes.push(made(row, variationId));
  }
  return outcomes;
}

/** Returns why a variation's prices of before an import cannot come back; null if they can. */
function whyStays(current: Prices | undefined, { before, after }: PriceData): string | null {
  if (!current) return 'This variation was deleted';
  if (priceFields.some((field) => field in after && current[field] !== after[field])) return 'It was changed';
  // A reason would tell costs to those who do not see them.
  return problemsBeside(current, before, { has_costs: 0 })[0]?.message ?? null;
}

const undo: UndoRules<PriceData> = {
  async whyStays(reader, rows) {
    const ids = rows.map(({ data }) => data.variationId);
    const prices = new Map((await pricesOf(reader, ids)).map((row) => [row.id, row]));
    const reasons = rows.map(
      ({ data }) => [data.variationId, whyStays(prices.get(data.variationId), data)] as const,
    );
    return new Map(reasons.flatMap(([id, reason]) => (reason === null ? [] : [[id, reason] as const])));
  },
  async takeBack(writer, rows, { staffId, now }) {
    const kept: Kept = new Map();
    for (const { data } of rows) {
      const { productId, variationId, before, after } = data;
      const reason = whyStays(await findPrices(writer, variationId), data);
      if (reason === null) {
        const by = { staffId, now };
        await takePrices(writer, { productId, variationId }, { before: after, after: before }, by);
      } else kept.set(variationId, reason);
    }
    return kept;
  },
};

/** The rules for prices of known variations. */
export const priceRows: KindRules<PriceData> = { check, write, undo, groupsAtOnce: 25 };
