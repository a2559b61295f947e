import type { Reader } from '../../db/access.ts';

/** Finds how a sale came that a till made without the server: the first text that told of it. */
export const findSoldOffline = (reader: Reader, transactionId: number) =>
  reader
    .selectFrom('offline_sales as sale')
    .innerJoin('tills as till', 'till.id', 'sale.till_id')
    .select([
      'sale.number',
      'sale.made_at',
      'sale.recorded_at',
      'sale.is_open',
      'till.id as till_id',
      'till.name as till_name',
    ])
    .where('sale.transaction_id', '=', transactionId)
    .orderBy('sale.id')
    .limit(1)
    .executeTakeFirst();
