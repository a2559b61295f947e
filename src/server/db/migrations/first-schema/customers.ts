import type { Trigger } from '../triggers.ts';

const customerStatement = (by: string) =>
  `update chain_counts set count = count ${by} where name = 'customers';`;
const there = (row: 'new' | 'old') => `(case when ${row}.deleted_at is null then 1 else 0 end)`;

/** Triggers keep the number of customers, for every way of changing them. */
export const customerTriggers: readonly Trigger[] = [
  {
    name: 'customer_came',
    table: 'customers',
    event: 'insert',
    when: 'new.deleted_at is null',
    statements: customerStatement('+ 1'),
  },
  {
    name: 'customer_changed',
    table: 'customers',
    event: 'update',
    when: '(old.deleted_at is null) <> (new.deleted_at is null)',
    statements: customerStatement(`+ ${there('new')} - ${there('old')}`),
  },
  {
    name: 'customer_went',
    table: 'customers',
    event: 'delete',
    when: 'old.deleted_at is null',
    statements: customerStatement('- 1'),
  },
];
