import type { Store } from '#contract/stores.ts';
import { z } from '#contract/zod.ts';
import { percent } from '#contract/codecs.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { DEFAULT_TAX_RULE, type TaxRule } from '#domain/totals.ts';
import type { Reader } from '../../db/access.ts';

const audited = z.object({
  changes: z.array(z.object({ field: z.string(), before: z.unknown() })).optional(),
});

/** Returns the tax before a change of settings, by the tax after it. */
const before = (tax: TaxRule, { changes = [] }: z.output<typeof audited>): TaxRule =>
  changes.reduce((found, change): TaxRule => {
    switch (change.field) {
      case 'settings.tax_rate':
        return { ...found, rate: percent.parse(change.before) };
      case 'settings.prices_include_tax':
        return { ...found, pricesIncludeTax: change.before === true };
      // They were saved for the first time.
      case 'settings':
        return DEFAULT_TAX_RULE;
      default:
        return found;
    }
  }, tax);

/** Returns the tax that a store charged at a moment, as far back as the audit log tells. */
export async function taxAt(reader: Reader, store: Store, moment: number): Promise<TaxRule> {
  const events = await reader
    .selectFrom('audit_log')
    .select('details_json')
    .where('action', '=', 'stores.updateSettings')
    .where('subject_id', '=', store.id)
    .where('at', '>', moment)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return events.reduce(
    (tax, { details_json }) => before(tax, audited.parse(JSON.parse(details_json ?? '{}'))),
    taxRuleOf(store.settings),
  );
}
