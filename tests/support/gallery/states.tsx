import { VehicleTruckProfile24Regular } from '@fluentui/react-icons';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Page, PageHeader } from '#renderer/ui/page-header.tsx';
import { Frame } from './frame.tsx';

/** The states a list can be in, besides full. */
export function States() {
  return (
    <Frame>
      <Page>
        <PageHeader
          title="Transactions"
          line="Sales and drafts at Makati – Ayala."
          actions={<Button disabledReason="Nothing to export">Export</Button>}
        />
        <Card flush>
          <ErrorState title="Transactions could not be loaded" onRetry={() => undefined}>
            The server did not answer. Your filters are kept. If it happens again, check the store's
            connection.
          </ErrorState>
        </Card>
        <Card flush>
          <EmptyState icon={<VehicleTruckProfile24Regular />} title="No suppliers yet">
            Add the first supplier, then raise a purchase order to bring stock in.
          </EmptyState>
        </Card>
      </Page>
    </Frame>
  );
}
