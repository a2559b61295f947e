import { Receipt24Regular, SearchInfo24Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';

type NothingFoundProps = {
  /** The dates leave something out that the other filters might find. */
  datesLimit: boolean;
  onClear: () => void;
  onAllDates: () => void;
};

/** No transaction matches the filters. */
export function NothingFound({ datesLimit, onClear, onAllDates }: NothingFoundProps) {
  return (
    <EmptyState
      icon={<SearchInfo24Regular />}
      title="No transactions for these filters"
      action={
        <Choices>
          <Button appearance="primary" onClick={onClear}>
            Clear filters
          </Button>
          {datesLimit ? <Button onClick={onAllDates}>Search all dates</Button> : null}
        </Choices>
      }
    >
      Check the number or name, or widen the dates.
    </EmptyState>
  );
}

/** The month has no transaction yet. */
export function NothingYet({ onSell, onAllDates }: { onSell: (() => void) | null; onAllDates: () => void }) {
  return (
    <EmptyState
      icon={<Receipt24Regular />}
      title="No transactions this month"
      action={
        <Choices>
          {onSell ? (
            <Button appearance="primary" onClick={onSell}>
              Open Point of Sale
            </Button>
          ) : null}
          <Button onClick={onAllDates}>Show all dates</Button>
        </Choices>
      }
    >
      The first sale or draft of the month shows here.
    </EmptyState>
  );
}

/** An address with a page that the list does not have, or has no more. */
export function PastTheEnd({ onFirst }: { onFirst: () => void }) {
  return (
    <EmptyState
      icon={<Receipt24Regular />}
      title="The list ends before this page"
      action={
        <Button appearance="primary" onClick={onFirst}>
          Go to the first page
        </Button>
      }
    />
  );
}

function Choices({ children }: { children: ReactNode }) {
  return <div style={{ display: 'flex', gap: '8px', justifyContent: 'center' }}>{children}</div>;
}
