import { makeStyles } from '@fluentui/react-components';
import type { OrderEvent, PurchaseOrder } from '#contract/purchase-orders.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { Card } from '#renderer/ui/card.tsx';
import { EmailText } from '#renderer/ui/email-text.tsx';
import { FactList, type Fact } from '#renderer/ui/fact-list.tsx';
import { MutedText, TextLink } from '#renderer/ui/table-text.tsx';
import { Timeline, type TimelineItem } from '#renderer/ui/timeline.tsx';
import { windows } from '#renderer/ui/theme.ts';
import { eventDetails, eventTitle } from './order-text.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: '16px',
    alignItems: 'start',
    [windows.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

const tones: Partial<Record<OrderEvent['kind'], TimelineItem['tone']>> = {
  received: 'main',
  cancelled: 'trouble',
  closed: 'trouble',
};

const itemOf = (event: OrderEvent, place: number, timeZone: Zones): TimelineItem => ({
  key: place,
  title: eventTitle(event),
  lines: [
    event.receipt ? (
      <TextLink key="receipt" small to={`/goods-receipts/${event.receipt.id}`}>
        {event.receipt.number}
      </TextLink>
    ) : null,
    eventDetails(event),
    event.reason,
    `${event.by.name}, ${formatInstant(event.at, timeZone)}`,
  ].filter(Boolean),
  tone: tones[event.kind],
});

type OrderAboutProps = { order: PurchaseOrder; timeZone: Zones };

/** The order's supplier, store, notes and closing reason; and its history, newest first. */
export function OrderAbout({ order, timeZone }: OrderAboutProps) {
  const { supplier, closed } = order;
  const facts: Fact[] = [
    {
      label: 'Supplier',
      value: supplier.is_deleted ? (
        `${supplier.name} (deleted)`
      ) : (
        <TextLink to={`/suppliers/${supplier.id}`}>{supplier.name}</TextLink>
      ),
    },
    {
      label: 'Email',
      value: supplier.email === null ? <MutedText>None</MutedText> : <EmailText address={supplier.email} />,
    },
    { label: 'Receiving store', value: order.store.name },
    { label: 'Notes', value: order.notes ?? <MutedText>–</MutedText>, long: order.notes !== null },
    ...(closed
      ? [
          {
            label: closed.is_cancelled ? 'Cancelled' : 'Rest closed',
            value: `${closed.reason} (${closed.by.name}, ${formatInstant(closed.at, timeZone)})`,
          },
        ]
      : []),
  ];
  return (
    <div className={useStyles().root}>
      <Card flush title="Details">
        <FactList columns={2} facts={facts} />
      </Card>
      <Card flush title="History">
        <Timeline items={order.history.map((event, place) => itemOf(event, place, timeZone))} />
      </Card>
    </div>
  );
}
