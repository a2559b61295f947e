import type { Database } from './db/access.ts';
import { forgetOldAnswers } from './http/idempotency.ts';
import { pruneAudit } from './modules/audit/audit.public.ts';
import { forgetOldApprovals } from './modules/approvals/approvals.public.ts';
import { deleteExpiredResets } from './modules/account/account.public.ts';
import { forgetCancelled } from './modules/imports/imports.public.ts';
import { forgetUnused, type PictureOwners } from './modules/media/media.public.ts';
import { forgetOpenReceipts } from './modules/purchase-orders/purchase-orders.public.ts';
import { forgetEnded } from './modules/staff/staff.public.ts';

const HOUR = 3_600_000;

/**
 * Deletes expired data, now and every hour: old answers, sign-ins, failed attempts, password links, pictures that were
 * never used, unfinished receipts, expired audit events, and rows of cancelled imports. Returns how to stop.
 */
export async function startCleanup(
  database: Database,
  owners: PictureOwners,
  clock: () => number,
): Promise<() => void> {
  const tidy = async () => {
    await database.write(async (writer) => {
      await forgetOldAnswers(writer, clock());
      await forgetEnded(writer, clock());
      await deleteExpiredResets(writer, clock());
      await forgetOldApprovals(writer, clock());
      await forgetOpenReceipts(writer, clock());
      await forgetUnused(writer, owners, clock());
    });
    await pruneAudit(database, clock());
    await forgetCancelled(database);
  };
  // A full disk keeps nobody from reading: the server starts without.
  await tidy().catch(console.error);
  const timer = setInterval(() => void tidy().catch(console.error), HOUR);
  timer.unref();
  return () => clearInterval(timer);
}
