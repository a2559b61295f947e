import { People24Regular, SearchInfo24Regular } from '@fluentui/react-icons';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';

/** No customer matches the filters. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchInfo24Regular />}
      title="No customers for these filters"
      action={
        <Button appearance="primary" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Check the name or number, or widen the points.
    </EmptyState>
  );
}

/** The shop has no customer yet; `onCreate` is null for those who may not make one. */
export function NothingYet({ onCreate }: { onCreate: (() => void) | null }) {
  return (
    <EmptyState
      icon={<People24Regular />}
      title="No customers yet"
      action={
        onCreate ? (
          <Button appearance="primary" onClick={onCreate}>
            New Customer
          </Button>
        ) : undefined
      }
    >
      {onCreate
        ? 'Name and phone are enough to start. The till can add customers too.'
        : 'Customers that the till adds show here.'}
    </EmptyState>
  );
}

/** An address with a page that the list does not have, or has no more. */
export function PastTheEnd({ onFirst }: { onFirst: () => void }) {
  return (
    <EmptyState
      icon={<People24Regular />}
      title="The list ends before this page"
      action={
        <Button appearance="primary" onClick={onFirst}>
          Go to the first page
        </Button>
      }
    />
  );
}
