import type { Selectable } from 'kysely';
import { numbersOfUnit } from '#contract/shapes.ts';
import { z } from '#contract/zod.ts';
import { settleReasons } from '#domain/settle-reasons.ts';
import type { Tables } from '../../db/tables.ts';

// What is kept of a sale without the server as JSON.

type Kept = Selectable<Tables['offline_sales']>;

const reasons = z.array(z.object({ code: z.enum(settleReasons), text: z.string() }));
export type Reason = z.output<typeof reasons>[number];

/** Reads why a sale waits, or waited, for a manager. */
export const reasonsIn = ({ reasons_json }: Pick<Kept, 'reasons_json'>): Reason[] =>
  reasons.parse(JSON.parse(reasons_json));

const disputes = z.array(
  z.object({
    transaction_item_id: z.int(),
    product_variation_id: z.int(),
    name: z.string(),
    /** Those that the till knew of the unit; null for a piece without. */
    numbers: z.string().nullable().default(null),
    /** Likewise, each by itself. */
    unit: numbersOfUnit.nullable().default(null),
    scanned_code: z.string().nullable(),
    other_sale: z.object({ transaction_id: z.int(), invoice_number: z.string() }).nullable(),
    settled: z.enum(['named', 'accepted']).nullable().default(null),
  }),
);
export type Dispute = z.output<typeof disputes>[number];

/** Reads the lines that no unit was taken for. */
export const disputesIn = ({ disputed_json }: Pick<Kept, 'disputed_json'>): Dispute[] =>
  disputes.parse(JSON.parse(disputed_json));
