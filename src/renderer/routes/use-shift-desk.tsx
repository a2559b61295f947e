import { useNavigate } from 'react-router';
import type { Store } from '#contract/stores.ts';
import { zonesOf } from '#domain/store-time.ts';
import type { useSignedIn } from '#renderer/app/session.tsx';
import type { TillKeys } from '#renderer/features/pos/screen/use-till-keys.ts';
import { ShiftBar } from '#renderer/features/shifts/shift-bar.tsx';
import { useCurrentShift, useKeptOpening } from '#renderer/features/shifts/use-current-shift.ts';
import { useShiftSlips } from '#renderer/features/shifts/use-shift-slips.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { useApproval } from '#renderer/ui/use-approval.tsx';
import type { TillDialog } from './pos-dialogs.tsx';
import { useEarlyKey } from './use-early-key.ts';

type DeskDeps = {
  setDialog: (dialog: TillDialog) => void;
  may: ReturnType<typeof useSignedIn>['may'];
};

/** Returns this till's shift in a store with shifts: its bar, its keys, and if sales may be paid. */
export function useShiftDesk(store: Store, { setDialog, may }: DeskDeps) {
  const query = useCurrentShift(store);
  const current = query?.data;
  const navigate = useNavigate();
  const notify = useNotify();
  const slips = useShiftSlips();
  const { isPossible: mayMove } = useApproval('pay_out');
  const mayClose = may('shifts.close');
  const onOpen = () => setDialog('open-shift');
  const onClose = () => void navigate('/pos/shift');
  const opening = useKeptOpening(store);
  const rememberF10 = useEarlyKey(current && (current.shift || opening ? onClose : onOpen));
  if (!current && !opening) {
    const keys: TillKeys = query && mayClose ? { F10: rememberF10 } : {};
    return { bar: null, keys, isReady: () => true };
  }
  const { till: here = null, shift = null, closed_shift = null } = current ?? {};
  const isOpen = shift?.status === 'open' || opening !== null;
  const isReady = () => {
    if (isOpen) return true;
    if (shift) notify.warning('The drawer is being counted', 'Close the shift, or go back to selling first.');
    else if (mayClose) onOpen();
    else notify.warning('No shift is open', 'Ask somebody who may open one.');
    return false;
  };
  const onMove = shift?.status === 'open' && mayMove ? () => setDialog('movement') : null;
  const keys: TillKeys = {
    ...(onMove ? { F7: onMove } : {}),
    ...(mayClose ? { F10: shift || opening ? onClose : onOpen } : {}),
  };
  const bar = (
    <ShiftBar
      till={here}
      shift={shift}
      opening={opening}
      storeName={store.name}
      timeZone={zonesOf(store)}
      mayClose={mayClose}
      onOpen={onOpen}
      onClose={onClose}
      onLast={closed_shift ? onClose : null}
      onX={() => shift && void slips.printX(shift.id)}
      onMove={onMove}
    />
  );
  return { bar, keys, isReady };
}
