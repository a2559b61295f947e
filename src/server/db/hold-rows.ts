import type { SelectQueryBuilder } from 'kysely';
import { execution, type Writer } from './access.ts';
import type { Tables } from './tables.ts';

/**
 * Makes a query hold its rows until the transaction ends: others who want them wait, and then find what this one left. On
 * SQLite a transaction is alone anyway. New rows may still point to those that are held.
 */
export const holdRows = <From extends keyof Tables, Row>(
  writer: Writer,
  query: SelectQueryBuilder<Tables, From, Row>,
): SelectQueryBuilder<Tables, From, Row> =>
  writer[execution].engine === 'sqlite' ? query : query.forNoKeyUpdate();
