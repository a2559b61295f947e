import type { Reader, Writer } from '../../db/access.ts';
import { enter } from '../shifts/shifts.public.ts';
import { refuseUnapproved } from '../settings/settings.public.ts';
import { sellingStore } from '../stores/stores.public.ts';
import type { TillCaller } from '../tills/tills.public.ts';

/**
 * The drawer of a store that sells is opened without a sale: the audit row, which every change leaves in its own
 * transaction, says who, where, when and why; the till's shift counts it. 409 `pos_disabled` where no till may sell,
 * `shift_required` where the store keeps shifts and none is open at the till, 403 `approval_required` where the chain wants
 * a manager to look.
 */
export async function recordNoSale(reader: Reader, reason: string, caller: TillCaller) {
  const store = await sellingStore(reader, caller.storeId);
  await refuseUnapproved(reader, 'approve_no_sale', caller);
  return async (writer: Writer) => {
    await enter(writer, store, caller, [{ kind: 'no_sale', amount: 0, reason }]);
    return { message: `No sale recorded at ${store.name}` };
  };
}
