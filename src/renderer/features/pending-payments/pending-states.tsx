import { SearchInfo24Regular, WalletCreditCard24Regular } from '@fluentui/react-icons';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';

/** Every payment of the store was looked at. */
export function NothingWaits() {
  return (
    <EmptyState icon={<WalletCreditCard24Regular />} title="Nothing is waiting">
      A payment that is saved as pending shows here until somebody confirms that the money arrived.
    </EmptyState>
  );
}

/** Something waits, but nothing of this kind. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchInfo24Regular />}
      title="No pending payments for these filters"
      action={
        <Button appearance="primary" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Check the reference, number or name, or choose another date.
    </EmptyState>
  );
}
