import { z } from '#contract/zod.ts';
import type { Reader } from '../../db/access.ts';
import type { SaleCustomer } from './customers.guards.ts';

const group = z.object({ slug: z.string() }).nullable();

const audited = z.object({
  changes: z.array(z.object({ field: z.string(), before: z.unknown() })).optional(),
});

/** Returns the slug of a customer's group before a change, by the one after it. */
const before = (slug: string | null, { changes = [] }: z.output<typeof audited>): string | null =>
  changes.reduce((found, change): string | null => {
    switch (change.field) {
      case 'customer_group.slug':
        return z.string().parse(change.before);
      // There was no group before, or there is none since.
      case 'customer_group':
        return group.parse(change.before)?.slug ?? null;
      default:
        return found;
    }
  }, slug);

/** Returns the slug of the group that a customer belonged to at a moment, as far back as the audit log tells. */
export async function groupAt(
  reader: Reader,
  customer: SaleCustomer | null,
  moment: number,
): Promise<string | null> {
  if (!customer) return null;
  const events = await reader
    .selectFrom('audit_log')
    .select('details_json')
    .where('action', '=', 'customers.update')
    .where('subject_id', '=', customer.id)
    .where('at', '>', moment)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return events.reduce(
    (slug, { details_json }) => before(slug, audited.parse(JSON.parse(details_json ?? '{}'))),
    customer.customer_group?.slug ?? null,
  );
}
