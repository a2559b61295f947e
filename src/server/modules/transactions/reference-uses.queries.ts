import type { Payment } from '#contract/payments.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import type { Reader } from '../../db/access.ts';
import { findReferenceUses } from './payments.repository.ts';

/** The fields of a payment that identify its reference. */
type Referenced = { transaction_id: number; method: PaymentMethod; reference_key: string | null };
type UsedIn = Payment['reference_used_in'];

/** Finds, with one query for all payments, the other sale that used each one's reference. */
export async function otherUses(
  reader: Reader,
  payments: readonly Referenced[],
): Promise<(payment: Referenced) => UsedIn> {
  const keys = new Set(payments.flatMap(({ reference_key }) => (reference_key ? [reference_key] : [])));
  const uses = await findReferenceUses(reader, [...keys]);
  const nameOf = ({ method, reference_key }: Omit<Referenced, 'transaction_id'>) =>
    `${method} ${reference_key}`;
  const useByName = new Map(uses.map((use) => [nameOf(use), use]));
  return (payment) => {
    const use = payment.reference_key ? useByName.get(nameOf(payment)) : undefined;
    const others = use ? [use.first, use.last] : [];
    return others.find((other) => other.transaction_id !== payment.transaction_id) ?? null;
  };
}
