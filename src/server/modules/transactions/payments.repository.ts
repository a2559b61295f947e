import type { Insertable, Selectable } from 'kysely';
import type { PaymentMethod } from '#domain/payments.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledRow, compiledRows, compiledWrite } from '../../db/compiled-query.ts';
import type { Tables } from '../../db/tables.ts';

/** Selects payments with the names of the people involved. */
export const selectPayments = (reader: Reader) =>
  reader
    .selectFrom('payments')
    .leftJoin('staff as verifier', 'verifier.id', 'payments.verified_by_id')
    .leftJoin('staff as deleter', 'deleter.id', 'payments.deleted_by_id')
    .leftJoin('staff as taker', 'taker.id', 'payments.created_by_id')
    .leftJoin('staff as failer', 'failer.id', 'payments.failed_by_id')
    .selectAll('payments')
    .select([
      'verifier.name as verifier_name',
      'deleter.name as deleter_name',
      'taker.name as taker_name',
      'failer.name as failer_name',
    ]);

export type PaymentRow = Awaited<ReturnType<ReturnType<typeof selectPayments>['executeTakeFirstOrThrow']>>;

/** Finds a transaction's payments, oldest first, deleted ones included. */
export const findPayments = compiledRows((reader: Reader, transactionId: number) =>
  selectPayments(reader)
    .where('payments.transaction_id', '=', transactionId)
    .orderBy('payments.created_at')
    .orderBy('payments.id'),
);

export const findPayment = compiledRow((reader: Reader, paymentId: number) =>
  selectPayments(reader).where('payments.id', '=', paymentId),
);

const insertRow = compiledWrite((writer: Writer, payment: Insertable<Tables['payments']>) =>
  writer.insertInto('payments').values(payment),
);

/** The columns that a new payment has not yet. */
const NOT_YET = {
  verified_by_id: null,
  verified_at: null,
  verification_notes: null,
  failed_at: null,
  failed_by_id: null,
  failure_reason: null,
  deleted_at: null,
  deleted_by_id: null,
  deletion_reason: null,
} as const;
type NewPayment = Omit<Selectable<Tables['payments']>, keyof typeof NOT_YET>;

/** Inserts a payment that somebody takes; returns its row. */
export function insertPayment(writer: Writer, payment: NewPayment, taker: { name: string }): PaymentRow {
  insertRow(writer, payment);
  const names = { taker_name: taker.name, verifier_name: null, deleter_name: null, failer_name: null };
  return { ...NOT_YET, ...payment, ...names };
}

/** Marks a transaction's pending payments as failed. */
export async function failPending(
  writer: Writer,
  transactionId: number,
  failure: { failed_at: number; failed_by_id: number; failure_reason: string },
): Promise<void> {
  await writer
    .updateTable('payments')
    .set({ status: 'failed', ...failure })
    .where('transaction_id', '=', transactionId)
    .where('status', '=', 'pending')
    .where('deleted_at', 'is', null)
    .execute();
}

type UsedIn = { transaction_id: number; transaction_number: string; invoice_number: string | null };

type ReferenceUse = {
  method: PaymentMethod;
  reference_key: string | null;
  first: UsedIn;
  last: UsedIn;
};

/**
 * Finds the first and the last transaction paid with each of some references, by method: of these two, one that is not
 * the caller's own is another use. Deleted payments and deleted drafts do not count.
 */
export async function findReferenceUses(reader: Reader, keys: readonly string[]): Promise<ReferenceUse[]> {
  if (keys.length === 0) return [];
  const rows = await reader
    .selectFrom((from) =>
      from
        .selectFrom('payments')
        .innerJoin('transactions', 'transactions.id', 'payments.transaction_id')
        .select((eb) => [
          'payments.method',
          'payments.reference_key',
          eb.fn.min('transactions.id').as('first_id'),
          eb.fn.max('transactions.id').as('last_id'),
        ])
        .where('payments.reference_key', 'in', keys)
        .where('payments.deleted_at', 'is', null)
        .where('transactions.deleted_at', 'is', null)
        .groupBy(['payments.method', 'payments.reference_key'])
        .as('used'),
    )
    .innerJoin('transactions as first', 'first.id', 'used.first_id')
    .innerJoin('transactions as last', 'last.id', 'used.last_id')
    .select([
      'used.method',
      'used.reference_key',
      'first.id as first_id',
      'last.id as last_id',
      'first.draft_number as first_number',
      'first.invoice_number as first_invoice',
      'last.draft_number as last_number',
      'last.invoice_number as last_invoice',
    ])
    .execute();
  return rows.map((row) => ({
    method: row.method,
    reference_key: row.reference_key,
    first: {
      transaction_id: row.first_id,
      transaction_number: row.first_number,
      invoice_number: row.first_invoice,
    },
    last: {
      transaction_id: row.last_id,
      transaction_number: row.last_number,
      invoice_number: row.last_invoice,
    },
  }));
}
