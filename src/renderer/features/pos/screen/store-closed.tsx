import { Cart20Regular, Prohibited20Regular } from '@fluentui/react-icons';
import type { Store } from '#contract/stores.ts';
import { sellsAtTill } from '#domain/store-rules.ts';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { TroubleBanner } from './trouble-banner.tsx';

type Standing = { store: Store; hasLostStore: boolean };

/** Why nothing is sold at the store that somebody stands in; null where it sells. */
export function whyClosed({ store, hasLostStore }: Standing): string | null {
  if (hasLostStore) return `${store.name} is not one of your stores any more, or is inactive`;
  return sellsAtTill(store) ? null : `Point of sale is off for ${store.name}`;
}

/** Over a till whose store stopped selling while a cart stands in it. */
export function ClosedBanner(standing: Standing) {
  const why = whyClosed(standing);
  if (why === null) return null;
  return (
    <TroubleBanner icon={<Prohibited20Regular />}>
      <strong>{why}.</strong>{' '}
      {standing.hasLostStore
        ? 'The cart stays in its draft, and what was not saved is kept on this till. Choose another store above, or ask a manager.'
        : 'Nothing is added or completed. The cart is kept: hold it with Save Transaction, or empty it.'}
    </TroubleBanner>
  );
}

/** In the place of the till at a store that does not sell at one. */
export function StoreClosed({ store, hasLostStore }: Standing) {
  const [title, words] = hasLostStore
    ? [
        `You no longer work at ${store.name}`,
        'It is inactive, or you were assigned elsewhere. Choose another store above, or ask a manager.',
      ]
    : [
        `${store.name} does not sell at a till`,
        'Point of sale is off for this store. Choose another store above.',
      ];
  return (
    <>
      <VisuallyHidden>
        <h1>Point of Sale</h1>
      </VisuallyHidden>
      <EmptyState icon={<Cart20Regular />} title={title}>
        {words}
      </EmptyState>
    </>
  );
}
