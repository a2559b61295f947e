import { sql } from 'kysely';
import { sumOfAmounts, type Centavos } from '#domain/money.ts';
import { tenders } from '#domain/payments.ts';
import type { ReconcilingItems } from '#domain/reconciling-items.ts';
import type { Reader } from '../../db/access.ts';

/** A store's day, or the part of it that some shifts of one till have. */
type Part = {
  storeId: number;
  from: number;
  to: number;
  shifts?: { tillId: number; ids: readonly number[] };
};

const entriesOf = (reader: Reader, { storeId, from, to, shifts }: Part) =>
  reader
    .selectFrom('till_entries as entry')
    .innerJoin('transactions as sale', 'sale.id', 'entry.transaction_id')
    .where('entry.store_id', '=', storeId)
    .where('entry.at', '>=', from)
    .where('entry.at', '<', to)
    .$if(shifts !== undefined, (query) => query.where('entry.shift_id', 'in', shifts?.ids ?? []));

/** True of money that was taken before its cart was sold. */
const isBefore = sql<boolean>`(sale.completed_at is null or sale.completed_at > entry.at)`;

/** Finds which of some transactions have an entry of a kind in a part of the day, by its shifts and its moment. */
async function findInPart(
  reader: Reader,
  kind: 'sale' | 'payment',
  transactionIds: readonly number[],
  part: Part,
): Promise<Set<string>> {
  if (transactionIds.length === 0) return new Set();
  const rows = await entriesOf(reader, part)
    .select(['entry.transaction_id', 'entry.at'])
    .where('entry.kind', '=', kind)
    .where('entry.transaction_id', 'in', transactionIds)
    .execute();
  return new Set(rows.flatMap(({ transaction_id: id, at }) => [`${id}`, `${id} ${at}`]));
}

/** Sums the deposits that were taken in a part of a day for what is not sold in it. */
async function sumDeposits(reader: Reader, part: Part): Promise<Centavos> {
  const taken = await entriesOf(reader, part)
    .select(['entry.transaction_id', 'entry.amount'])
    .where('entry.kind', '=', 'payment')
    .where('entry.method', 'in', tenders)
    .where(isBefore)
    .$narrowType<{ transaction_id: number }>()
    .execute();
  const ids = [...new Set(taken.map(({ transaction_id }) => transaction_id))];
  const sold = await findInPart(reader, 'sale', ids, part);
  return sumOfAmounts(taken.filter(({ transaction_id }) => !sold.has(`${transaction_id}`)));
}

/** Sums the deposits that the sales of a part of a day were paid with, and that were not taken in it. */
async function sumDepositsUsed(reader: Reader, part: Part): Promise<Centavos> {
  const used = await entriesOf(reader, part)
    .innerJoin('payments as payment', 'payment.transaction_id', 'sale.id')
    .select(['payment.transaction_id', 'payment.amount', 'payment.paid_at'])
    .where('entry.kind', '=', 'sale')
    .where('payment.status', '=', 'completed')
    .where('payment.deleted_at', 'is', null)
    .where('payment.method', 'in', tenders)
    .where((eb) => eb('payment.paid_at', '<', eb.ref('entry.at')))
    .execute();
  const ids = [...new Set(used.map(({ transaction_id }) => transaction_id))];
  const here = await findInPart(reader, 'payment', ids, part);
  return sumOfAmounts(
    used.filter(({ transaction_id, paid_at }) => !here.has(`${transaction_id} ${paid_at}`)),
  );
}

/** Sums what the office verified of earlier sales, of this till or of any. */
async function sumVerified(reader: Reader, { shifts, ...day }: Part): Promise<Centavos> {
  const seen = await entriesOf(reader, day)
    .select(['entry.amount'])
    .where('entry.kind', '=', 'payment')
    .where('entry.shift_id', 'is', null)
    .where('entry.method', 'in', tenders)
    .where('entry.method', '<>', 'cash')
    .where((eb) => eb('sale.completed_at', '<', eb.ref('entry.at')))
    .$if(shifts !== undefined, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('till_entries as sold')
            .select('sold.id')
            .where('sold.store_id', '=', day.storeId)
            .whereRef('sold.at', '=', 'sale.completed_at')
            .whereRef('sold.transaction_id', '=', 'sale.id')
            .where('sold.till_id', '=', shifts?.tillId ?? 0),
        ),
      ),
    )
    .execute();
  return sumOfAmounts(seen);
}

/** Sums what sets the sales and the money of a store's day, or of a till's part of it, apart. */
export const sumReconcilingItems = async (reader: Reader, part: Part): Promise<ReconcilingItems> => ({
  deposits: await sumDeposits(reader, part),
  deposits_used: await sumDepositsUsed(reader, part),
  verified_in_office: await sumVerified(reader, part),
});
