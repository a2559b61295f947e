import { isOlder } from '#domain/version.ts';

type NewValues = {
  /** The actions, or their beginning. */
  in: string;
  field: string;
  /** Each new value, and the nearest one that a till of before knows. */
  values: Readonly<Record<string, string>>;
};

/** The values that a version added to answers, which older tills refuse. */
type Release = {
  since: string;
  values: readonly NewValues[];
  /** Fields of strict answers that came with it. */
  fields: readonly string[];
  /** Members of lists that came with it. */
  members: Readonly<Record<string, readonly string[]>>;
  /** Returns what else an object has to say to a till of before. */
  adapt: (node: Shown) => Shown;
};

/** The newest first: a till of two versions before is told what the version between knows, and of that what it knows itself. */
const releases: readonly Release[] = [
  {
    since: '1.1.0',
    values: [
      { in: 'imports.rows', field: 'state', values: { undone: 'not_taken', kept: 'made' } },
      { in: 'imports.', field: 'state', values: { undoing: 'writing', undone: 'cancelled' } },
      { in: 'transfers.', field: 'outcome', values: { all_scanned: 'unknown', barcode: 'unknown' } },
      { in: '', field: 'status', values: { reserved: 'locked', on_hold: 'defective' } },
      {
        in: 'inventory.',
        field: 'kind',
        values: {
          cleared: 'found',
          given_back: 'sent_back',
          sold_without_server: 'sold',
          sold_twice: 'changed',
        },
      },
      { in: 'shifts.', field: 'kind', values: { trade_in: 'pay_out' } },
      { in: 'cashMovements.', field: 'kind', values: { trade_in: 'pay_out' } },
      { in: 'counts.', field: 'kind', values: { on_hold: 'defective' } },
      { in: '', field: 'disposition', values: { none: 'available' } },
      { in: 'inventory.', field: 'went_to', values: { none: 'available' } },
      { in: '', field: 'code', values: { other_store: 'unit' } },
      { in: '', field: 'method', values: { trade_in: 'bank_transfer', exchange: 'bank_transfer' } },
    ],
    // It refuses a count with a coin that it does not know.
    fields: ['coin_005', 'coin_001'],
    members: {
      permissions: ['transactions.review'],
      default_permissions: ['transactions.review'],
    },
    adapt: withUnitPrices,
  },
];

function replaced({ values }: Release, action: string, field: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const found = values.find((each) => each.field === field && action.startsWith(each.in));
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

/** Returns a part of an answer as it was before a version. */
function before(release: Release, action: string, given: unknown, within = ''): unknown {
  if (Array.isArray(given)) {
    const known = given.filter((each) => !release.members[within]?.includes(String(each)));
    return known.map((each) => before(release, action, each));
  }
  const node = asShown(given);
  if (!node) return given;
  return Object.fromEntries(
    Object.entries(release.adapt(node))
      .filter(([field]) => !release.fields.includes(field))
      .map(([field, value]) => [
        field,
        typeof value === 'object'
          ? before(release, action, value, field)
          : replaced(release, action, field, value),
      ]),
  );
}

/**
 * Returns an answer as a till of this version reads it, which refuses a whole answer for one value that it does not know.
 * Returns the answer itself for newer tills and for callers that name no version.
 */
export function forTillOf(version: string | string[] | undefined, action: string, wire: unknown): unknown {
  if (typeof version !== 'string') return wire;
  return releases
    .filter(({ since }) => isOlder(version, since))
    .reduce((answer, release) => before(release, action, answer), wire);
}
