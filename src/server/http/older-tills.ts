import { isOlder } from '#domain/version.ts';

/** The version that these values of answers came with. */
const SINCE = '1.1.0';

type NewValues = {
  /** The actions, or their beginning. */
  in: string;
  field: string;
  /** Each new value, and the nearest one that a till of before knows. */
  values: Readonly<Record<string, string>>;
};

const newValues: readonly NewValues[] = [
  { in: 'imports.rows', field: 'state', values: { undone: 'not_taken', kept: 'made' } },
  { in: 'imports.', field: 'state', values: { undoing: 'writing', undone: 'cancelled' } },
  { in: 'transfers.', field: 'outcome', values: { all_scanned: 'unknown', barcode: 'unknown' } },
  { in: '', field: 'status', values: { reserved: 'locked', on_hold: 'defective' } },
  {
    in: 'inventory.',
    field: 'kind',
    values: { cleared: 'found', given_back: 'sent_back', sold_without_server: 'sold', sold_twice: 'changed' },
  },
  { in: 'shifts.', field: 'kind', values: { trade_in: 'pay_out' } },
  { in: 'cashMovements.', field: 'kind', values: { trade_in: 'pay_out' } },
  { in: 'counts.', field: 'kind', values: { on_hold: 'defective' } },
  { in: '', field: 'disposition', values: { none: 'available' } },
  { in: 'inventory.', field: 'went_to', values: { none: 'available' } },
  { in: '', field: 'code', values: { other_store: 'unit' } },
  { in: '', field: 'method', values: { trade_in: 'bank_transfer', exchange: 'bank_transfer' } },
];

/** Fields of strict answers that came with it: a till of before refuses a count with a coin that it does not know. */
const newFields: readonly string[] = ['coin_005', 'coin_001'];

/** Members of lists that came with it. */
const newMembers: Readonly<Record<string, readonly string[]>> = {
  permissions: ['transactions.review'],
  default_permissions: ['transactions.review'],
};

function replaced(action: string, field: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const found = newValues.find((each) => each.field === field && action.startsWith(each.in));
  return found?.values[value] ?? value;
}

const variationsOf = ['productVariation', 'product_variation'] as const;
type Shown = Record<string, unknown>;
const asShown = (value: unknown): Shown | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Shown) : null;

/** Returns a unit's variation with the unit's own prices: such a till prices a unit by its variation. */
function withUnitPrices(node: Shown): Shown {
  const prices = asShown(asShown(node.inventoryItem)?.prices ?? node.prices);
  if (!prices) return node;
  const { retail_price, member_price, wholesale_price, minimum_price } = prices;
  const held = { retail_price, member_price, wholesale_price, minimum_price };
  const told = variationsOf.flatMap((name) => {
    const variation = asShown(node[name]);
    return variation ? [[name, { ...variation, ...held }]] : [];
  });
  return { ...node, ...(Object.fromEntries(told) as Shown) };
}

function replacedIn(action: string, given: unknown, within = ''): unknown {
  if (Array.isArray(given)) {
    const known = given.filter((each) => !newMembers[within]?.includes(String(each)));
    return known.map((each) => replacedIn(action, each));
  }
  const node = asShown(given);
  if (!node) return given;
  return Object.fromEntries(
    Object.entries(withUnitPrices(node))
      .filter(([field]) => !newFields.includes(field))
      .map(([field, value]) => [
        field,
        typeof value === 'object' ? replacedIn(action, value, field) : replaced(action, field, value),
      ]),
  );
}

/**
 * Returns an answer as a till of this version reads it: before 1.1.0 a till refused a whole answer for one state that it did
 * not know, and knew no prices of units. Returns the answer itself for newer tills and for callers that name no version.
 */
export function forTillOf(version: string | string[] | undefined, action: string, wire: unknown): unknown {
  return typeof version === 'string' && isOlder(version, SINCE) ? replacedIn(action, wire) : wire;
}
