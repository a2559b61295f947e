import { Edit20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { contract } from '#contract/index.ts';
import type { StoreSettings } from '#contract/stores.ts';
import { basisPointsToPercent } from '#domain/money.ts';
import { paymentMethodLabels } from '#domain/payments.ts';
import { hoursText, weekdays, weekOf } from '#domain/store-hours.ts';
import { read } from '#renderer/lib/read.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { WholeText } from '#renderer/ui/facts-line.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';

/** `Open 9:00 AM to 9:00 PM every day`, or how many different days there are. */
function weekText(settings: StoreSettings): string {
  const week = weekOf(settings.hours);
  const [first, ...others] = new Set(weekdays.map((day) => hoursText(week[day])));
  return others.length === 0 && first ? `${first.replace(' today', '')} every day` : 'Different on some days';
}

const factsOf = (settings: StoreSettings) => [
  {
    label: 'Tax',
    value: `${basisPointsToPercent(settings.tax_rate)}%, ${settings.prices_include_tax ? 'included in the prices' : 'added to the prices outside the Philippines'}`,
  },
  {
    label: 'Payment methods',
    value: settings.payment_methods.map((method) => paymentMethodLabels[method]).join(', '),
  },
  { label: 'Operating hours', value: weekText(settings) },
  { label: 'Registered name', value: settings.registered_name ?? 'None' },
  { label: 'TIN', value: <WholeText>{settings.tin ?? 'None'}</WholeText> },
  { label: 'Receipt footer', value: settings.receipt_footer ?? 'None' },
];

/** What new stores begin with, and the way to change it. */
export function StoreDefaultsCard({ onEdit }: { onEdit: () => void }) {
  const query = useQuery(read(contract.stores.defaults));
  return (
    <Card
      title="Defaults of new stores"
      side={
        <Button icon={<Edit20Regular />} onClick={onEdit}>
          Change
        </Button>
      }
    >
      {query.data ? (
        <Facts facts={factsOf(query.data)} />
      ) : query.isError ? (
        <ErrorState
          title="The defaults could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <>
          <LoadingNote>Loading the defaults of new stores</LoadingNote>
          <Skeleton height={88} />
        </>
      )}
    </Card>
  );
}
