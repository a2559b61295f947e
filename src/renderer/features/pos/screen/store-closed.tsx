import { Cart20Regular, Prohibited20Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import type { Store } from '#contract/stores.ts';
import { posOffText, sellsAtTill } from '#domain/store-rules.ts';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { TroubleBanner } from './trouble-banner.tsx';

type StoreState = { store: Store; hasLostStore: boolean };

/** Returns why the person's store sells nothing; null if it sells. */
export function whyClosed({ store, hasLostStore }: StoreState): string | null {
  if (hasLostStore) return `${store.name} is not one of your stores any more, or is inactive`;
  if (!store.is_active) return `${store.name} is inactive`;
  return sellsAtTill(store) ? null : posOffText(store);
}

const whyOff = ({ settings }: Store) =>
  settings
    ? 'It was switched off in the settings of this store.'
    : 'This is a warehouse, which sells at a till only once its settings say so.';

const wayOut = (settings: ReactNode) =>
  settings
    ? 'Switch POS on in its settings, or choose another store above.'
    : 'Ask a manager to switch POS on, or choose another store above.';

/** Shows a banner if the store stopped selling while a cart is in the till. */
export function ClosedBanner(standing: StoreState) {
  const why = whyClosed(standing);
  if (why === null) return null;
  return (
    <TroubleBanner icon={<Prohibited20Regular />}>
      <strong>{why}.</strong>{' '}
      {standing.hasLostStore
        ? 'The cart stays in its draft, and what was not saved is kept on this till. Choose another store above, or ask a manager.'
        : 'Nothing is locked, added or paid. What is paid in full can be completed; any other cart is kept: hold it with Save Transaction, or empty it.'}
    </TroubleBanner>
  );
}

type StoreClosedProps = StoreState & {
  /** A link to the store's settings, for people who may change them. */
  settings: ReactNode;
};

/** Replaces the till at a store that does not sell. */
export function StoreClosed({ store, hasLostStore, settings }: StoreClosedProps) {
  const [title, text] = hasLostStore
    ? [
        `You no longer work at ${store.name}`,
        'It is inactive, or you were assigned elsewhere. Choose another store above, or ask a manager.',
      ]
    : !store.is_active
      ? [
          `${store.name} is inactive`,
          'Nothing is sold there any more. Its units can be sent to another store under Transfers. Choose another store above to sell.',
        ]
      : [posOffText(store), `${whyOff(store)} Nothing is locked, sold or paid here. ${wayOut(settings)}`];
  return (
    <>
      <VisuallyHidden>
        <h1>Point of Sale</h1>
      </VisuallyHidden>
      <EmptyState
        icon={<Cart20Regular />}
        title={title}
        action={hasLostStore || !store.is_active ? null : settings}
      >
        {text}
      </EmptyState>
    </>
  );
}
