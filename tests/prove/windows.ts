import { Ledger, type Report } from '#tests/support/proving.ts';
import { proveOfflineKills } from './offline-kill.ts';
import { proveTillKills } from './till-kill.ts';
import { proveWindowsUpdates } from './windows-update.ts';

type Kills = { kills: number; lanes: number };
type Form = { carts: Kills; sales: Kills; updates: { rounds: number } | null };

/**
 * The kills of the till under Wine, with Windows' own Node: in mid-cart, while it sells without the server, and in its
 * update. Needs `npm run prove -- windows` or `npm run test:windows`, which set Wine up.
 */
export const proofsOnWindows = ({ carts, sales, updates }: Form) => [
  () => proveTillKills(carts, 'windows'),
  () => proveOfflineKills(sales, 'windows'),
  // tests/windows/till/till-update.test.ts is the short form.
  ...(updates ? [() => proveWindowsUpdates(updates)] : []),
];

export const hasWindows = () => process.env.TINDAHAN_WINE !== undefined;

/** The report of a proof that had no Windows. */
export const withoutWindows = (): Report => ({
  ...new Ledger('kill -9 of the till under Wine', 'none').close(),
  skipped: 'npm run prove -- windows sets Wine up',
});
