import { customers } from './customers.ts';
import { dashboard } from './dashboard.ts';
import { media } from './media.ts';
import { payments } from './payments.ts';
import { pos } from './pos.ts';
import { settings } from './settings.ts';
import { staff } from './staff.ts';
import { stores } from './stores.ts';
import { system } from './system.ts';
import { transactions } from './transactions.ts';

/** The whole API, area by area: the one definition that server, client and documents follow. */
export const contract = {
  system,
  settings,
  staff,
  stores,
  dashboard,
  customers,
  pos,
  transactions,
  payments,
  media,
};
export type Contract = typeof contract;
