import { BuildingShop24Regular } from '@fluentui/react-icons';
import { useState, type ReactNode } from 'react';
import { isDialogOpen } from '#renderer/lib/is-dialog-open.ts';
import { hasUnsaved } from '#renderer/ui/leave-guard.tsx';
import type { BackTo } from '#renderer/ui/loaded.tsx';
import { NotAllowed } from '#renderer/ui/not-allowed.tsx';

type ActiveStoreOnlyProps = {
  store: { name: string; is_active: boolean };
  title: string;
  back: BackTo;
  /** The text that says why the form is refused. */
  why?: string;
  children: ReactNode;
};

/**
 * Renders a form that an inactive store refuses; at one, says so in its place. What was typed before the store was
 * deactivated stays, and sending it tells why it is refused.
 */
export function ActiveStoreOnly({ store, title, back, why, children }: ActiveStoreOnlyProps) {
  const [wasActive, setWasActive] = useState(store.is_active);
  if (store.is_active && !wasActive) setWasActive(true);
  if (store.is_active || (wasActive && (hasUnsaved() || isDialogOpen()))) return children;
  return (
    <NotAllowed
      icon={<BuildingShop24Regular />}
      title={title}
      back={back}
      text={`${store.name} is inactive`}
      why={why ?? 'Nothing new is begun there. Choose another store above.'}
    />
  );
}
