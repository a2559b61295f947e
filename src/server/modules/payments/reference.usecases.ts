import type { Payment } from '#contract/payments.ts';
import { needsReference, referenceKey, type PaymentMethod } from '#domain/payments.ts';
import type { Reader } from '../../db/access.ts';
import { otherUses } from '../transactions/transactions.public.ts';

export type ReferenceQuery = { method: PaymentMethod; reference_number: string; transaction_id?: number };

/** Another sale that was paid with this reference by this method, or null. */
export async function referenceUsedIn(
  reader: Reader,
  { method, reference_number, transaction_id = 0 }: ReferenceQuery,
): Promise<Payment['reference_used_in']> {
  const asked = {
    transaction_id,
    method,
    reference_key: needsReference(method) ? referenceKey(reference_number) : null,
  };
  return (await otherUses(reader, [asked]))(asked);
}
