import { useQuery } from '@tanstack/react-query';
import { customers, type Customer, type CustomerStats, type LoyaltyEntry } from '#contract/customers.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import { formatInstant, storeDate, type Zones } from '#domain/store-time.ts';
import { loyaltyPage } from '#renderer/lib/paged-reads.ts';
import { read } from '#renderer/lib/read.ts';
import { FigureCard, FigureRow } from '#renderer/ui/figure-card.tsx';
import { Spread } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { LoadingNote, SkeletonText } from '#renderer/ui/skeleton.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { pointsChange, pointsText } from './customer-text.ts';
import { PointsMenu, type PointsAction } from './points-menu.tsx';

type CustomerFiguresProps = {
  customer: Customer;
  timeZone: Zones;
  zoneNamed: (text: string) => string;
  /** Null for those who may not change points. */
  onPoints: ((action: PointsAction) => void) | null;
};

/** Returns the foot of a figure whose text is not loaded. */
const footless = (isError: boolean) => (isError ? 'Could not be loaded' : ' ');

const lastChangeText = (entry: LoyaltyEntry | undefined, timeZone: Zones) =>
  entry
    ? `${pointsChange(entry.points)} on ${formatDate(storeDate(entry.created_at, timeZone))}`
    : 'No changes yet';

/** Returns what a customer still has to pay; else where they spent it. */
const spentFoot = ({ owes }: CustomerStats) =>
  owes > 0 ? (
    <Text tone="danger">
      Owes <MoneyText amount={owes} surface="customer" />
    </Text>
  ) : (
    'At all stores'
  );

/** Shows a customer's spending, number of purchases and points. */
export function CustomerFigures({ customer, timeZone, zoneNamed, onPoints }: CustomerFiguresProps) {
  const {
    data: stats,
    isPending,
    isError,
  } = useQuery(read(customers.stats, { params: { customerId: customer.id } }));
  const changes = useQuery(loyaltyPage(customer.id, 1));
  const waiting = isError ? '–' : <SkeletonText width={120} />;
  const unknown = footless(isError);
  const lastPurchase =
    stats &&
    (stats.last_transaction === null
      ? 'No purchases yet'
      : `Last ${zoneNamed(formatInstant(stats.last_transaction, timeZone))}`);
  return (
    <FigureRow note={isPending ? <LoadingNote>Loading figures</LoadingNote> : null}>
      <FigureCard
        label="Total Spent"
        figure={stats ? <MoneyText amount={stats.total_spent} surface="customer" /> : waiting}
        foot={stats ? spentFoot(stats) : unknown}
      />
      <FigureCard
        label="Transactions"
        figure={stats ? stats.total_transactions.toLocaleString('en-US') : waiting}
        foot={lastPurchase ?? unknown}
      />
      <FigureCard
        label="Loyalty Points"
        figure={
          <Spread as="span" gap={12} align="center">
            {pointsText(customer.loyalty_points)}
            {onPoints ? <PointsMenu balance={customer.loyalty_points} onAction={onPoints} /> : null}
          </Spread>
        }
        foot={changes.data ? lastChangeText(changes.data.data[0], timeZone) : footless(changes.isError)}
      />
    </FigureRow>
  );
}
