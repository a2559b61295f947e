import type { Trigger } from '../triggers.ts';

const is = (row: 'new' | 'old', status: string) =>
  `(case when ${row}.status = '${status}' then 1 else 0 end)`;
const STATUSES = ['unused', 'linked', 'voided'] as const;

/** Counts a code by its state, for its store and its batch. */
const COUNTED = `
  insert into qr_totals (store_id, unused, linked, voided)
    values (new.store_id, ${STATUSES.map((status) => is('new', status)).join(', ')})
    on conflict (store_id) do update set
      ${STATUSES.map((status) => `${status} = qr_totals.${status} + excluded.${status}`).join(', ')};
  update qr_batches set ${STATUSES.map((status) => `${status} = ${status} + ${is('new', status)}`).join(', ')}
    where id = new.batch_id;`;
const UNCOUNTED = `
  update qr_totals set ${STATUSES.map((status) => `${status} = ${status} - ${is('old', status)}`).join(', ')}
    where store_id = old.store_id;
  update qr_batches set ${STATUSES.map((status) => `${status} = ${status} - ${is('old', status)}`).join(', ')}
    where id = old.batch_id;`;

export const qrCodeTriggers: readonly Trigger[] = [
  { name: 'qr_code_made', table: 'qr_codes', event: 'insert', statements: COUNTED },
  {
    name: 'qr_code_changed',
    table: 'qr_codes',
    event: 'update',
    when: 'old.status <> new.status',
    statements: UNCOUNTED + COUNTED,
  },
  { name: 'qr_code_deleted', table: 'qr_codes', event: 'delete', statements: UNCOUNTED },
];
