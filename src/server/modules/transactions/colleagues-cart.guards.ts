import type { Reader } from '../../db/access.ts';
import { refuseUnapproved } from '../settings/settings.public.ts';
import type { TillCaller } from '../tills/tills.public.ts';
import type { TransactionRow } from './transactions.repository.ts';

/**
 * Refuses what is done to the cart of somebody else where the chain wants a manager to look: 403 `approval_required`. Whose
 * a cart is its draft says; who took it over is its owner from then on.
 */
export async function refuseColleaguesCart(
  reader: Reader,
  { staff_id }: Pick<TransactionRow, 'staff_id'>,
  caller: Pick<TillCaller, 'session' | 'approval'>,
): Promise<void> {
  if (staff_id === caller.session.staff.id) return;
  await refuseUnapproved(reader, 'approve_colleague_cart', caller);
}
