import { Cart20Regular } from '@fluentui/react-icons';
import { EmptyState } from '#renderer/ui/empty-state.tsx';

/** In the place of the till at a store that does not sell at one. */
export function StoreClosed({ store }: { store: string }) {
  return (
    <EmptyState icon={<Cart20Regular />} title={`${store} does not sell at a till`}>
      Point of sale is off for this store. Choose another store above.
    </EmptyState>
  );
}
