import { useState } from 'react';
import { pos } from '#contract/pos.ts';
import { noSaleSlip } from '#domain/no-sale.ts';
import type { SlipFrame } from '#domain/slip.ts';
import type { Approved } from '#renderer/lib/api-client.ts';
import { kickDrawer, type DrawerKick } from '#renderer/lib/kick-drawer.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { createRequestKeys } from '#renderer/lib/send-once.ts';
import { useRouteMutation, type OnError } from '#renderer/lib/use-route-mutation.ts';
import { serverNow } from '#renderer/lib/server-time.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** Whose drawer it is, and who opens it. */
export type DrawerFrame = Omit<SlipFrame, 'printed_at'>;

/** Opens the drawer without a sale: the server notes it first, then the printer kicks the drawer, once. */
export function useNoSale({ store, ...frame }: DrawerFrame) {
  const notify = useNotify();
  const [keys] = useState(createRequestKeys);
  const { run } = useRouteMutation(pos.noSale, { failed: 'The drawer stays closed' }, { keys });

  const tell = ({ state, reason }: DrawerKick) => {
    switch (state) {
      case 'opened':
        return notify.success('Drawer opened', 'It was noted with your reason.');
      case 'unsure':
        notify.warning('Check the drawer', `The printer did not confirm it. ${reason ?? ''}`.trim());
        break;
      case 'closed':
        notify.error('The drawer could not be opened', reason ?? 'The printer does not answer');
    }
    soundError();
  };
  const kick = async (reason: string, key: string) => {
    const { name, address, phone } = store;
    const printed = { ...frame, store: { name, address, phone }, printed_at: serverNow() };
    try {
      tell(await kickDrawer(noSaleSlip(reason, printed), `no-sale-${key}`));
    } catch {
      tell({ state: 'closed', reason: 'The till could not reach its printer queue' });
    }
  };
  /** Returns whether it was noted; what the printer did with it is told. */
  return async (reason: string, refused: OnError, approved: Approved): Promise<boolean> => {
    const key = keys.read();
    if (!(await run({ body: { reason }, ...approved }, refused))) return false;
    await kick(reason, key);
    return true;
  };
}
