import { useState } from 'react';
import { noSaleSlip } from '#domain/no-sale.ts';
import type { SlipFrame } from '#domain/slip.ts';
import { api } from '#renderer/lib/api-client.ts';
import { fieldMessages, wordsFor } from '#renderer/lib/failures.ts';
import { kickDrawer, type DrawerKick } from '#renderer/lib/kick-drawer.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { createRequestKeys } from '#renderer/lib/use-change.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** Whose drawer it is, and who opens it. */
export type DrawerFrame = Omit<SlipFrame, 'printed_at'>;

type Outcome = { state: 'done' } | { state: 'refused'; message: string | null };

/** Opens the drawer without a sale: the server notes it first, then the printer kicks the drawer, once. */
export function useNoSale({ store, ...frame }: DrawerFrame) {
  const notify = useNotify();
  const [keys] = useState(() => createRequestKeys<string>());
  const [busy, setBusy] = useState(false);

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
    const printed = { ...frame, store: { name, address, phone }, printed_at: Date.now() };
    try {
      tell(await kickDrawer(noSaleSlip(reason, printed), `no-sale-${key}`));
    } catch {
      tell({ state: 'closed', reason: 'The till could not reach its printer queue' });
    }
  };
  const open = async (reason: string): Promise<Outcome> => {
    setBusy(true);
    try {
      const key = await keys.keyFor(reason);
      await api.pos.noSale({ body: { reason } }, { key });
      keys.forget();
      await kick(reason, key);
      return { state: 'done' };
    } catch (error) {
      const refused = fieldMessages(error)?.reason;
      if (refused) return { state: 'refused', message: refused };
      const words = wordsFor(error, 'The drawer stays closed');
      notify.error(words.title, words.body);
      return { state: 'refused', message: null };
    } finally {
      setBusy(false);
    }
  };
  return { busy, open };
}
