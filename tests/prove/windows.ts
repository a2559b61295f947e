import { Ledger, type Report } from '#tests/support/proving.ts';
import { proveOfflineKills } from './offline-kill.ts';
import { proveTillKills } from './till-kill.ts';

type Kills = { kills: number; lanes: number };

/**
 * The kills of the till under Wine, with Windows' own Node: in mid-cart, and while it sells without the server. Needs
 * `npm run prove -- windows` or `npm run test:windows`, which set Wine up.
 */
export const proofsOnWindows = ({ carts, sales }: { carts: Kills; sales: Kills }) => [
  () => proveTillKills(carts, 'windows'),
  () => proveOfflineKills(sales, 'windows'),
];

export const hasWindows = () => process.env.TINDAHAN_WINE !== undefined;

/** The report of a proof that had no Windows. */
export const withoutWindows = (): Report => ({
  ...new Ledger('kill -9 of the till under Wine', 'none').close(),
  skipped: 'npm run prove -- windows sets Wine up',
});
