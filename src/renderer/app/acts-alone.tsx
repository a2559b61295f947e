import type { ReactNode } from 'react';
import { permissionOfAct, type ApprovalAct } from '#domain/approvals.ts';
import { can, type Holder } from '#domain/permissions.ts';
import { ActsAlone } from '#renderer/lib/approving.ts';
import { useChainSettings } from './chain-settings.tsx';

/** Provides which actions a person may do without a manager's approval; the chain's settings open some to everybody. */
export function ActsAloneProvider({ holder, children }: { holder: Holder | null; children: ReactNode }) {
  const { approve_no_sale, approve_colleague_cart } = useChainSettings();
  const isAlone = (act: ApprovalAct) => {
    if (act === 'no_sale' && !approve_no_sale) return true;
    if (act === 'colleague_cart' && !approve_colleague_cart) return true;
    return holder !== null && can(holder, permissionOfAct[act]);
  };
  return <ActsAlone value={isAlone}>{children}</ActsAlone>;
}
