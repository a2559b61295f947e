import { dashboard } from './dashboard.ts';
import { payments } from './payments.ts';
import { pos } from './pos.ts';
import { staff } from './staff.ts';
import { stores } from './stores.ts';
import { system } from './system.ts';
import { transactions } from './transactions.ts';

/** The whole API, area by area: the one definition that server, client and documents follow. */
export const contract = { system, staff, stores, dashboard, pos, transactions, payments };
export type Contract = typeof contract;
