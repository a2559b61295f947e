import { makeStyles } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import type { UnitEvent, UnitHistory } from '#contract/inventory.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import type { Disposition } from '#domain/refunds.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { TextLink } from '#renderer/ui/table-text.tsx';
import { sizes } from '#renderer/ui/theme.ts';
import { Timeline, type TimelineItem } from '#renderer/ui/timeline.tsx';

const useStyles = makeStyles({ more: { padding: `0 ${sizes.cardSide} 16px 44px` } });

const titles: Record<UnitEvent['kind'], string> = {
  received: 'Received',
  changed: 'Changed',
  defective: 'Marked as defective',
  repaired: 'Repaired',
  lost: 'Marked as lost',
  found: 'Found',
  sold: 'Sold',
  traded_in: 'Traded in',
  cleared: 'Trade-in cleared, in stock',
  given_back: 'Given back to who traded it in',
  voided: 'Sale voided, back in stock',
  refunded: 'Refunded',
  sent: 'Sent to another store',
  arrived: 'Received from another store',
  arrived_damaged: 'Received damaged from another store',
  lost_on_way: 'Lost on the way',
  never_left: 'Had not left',
  transfer_cancelled: 'Transfer cancelled, back in stock',
  sent_back: 'Returned to its supplier',
  came_back: 'Came back from its supplier',
  counted: 'Counted',
  counted_in_vain: 'Scanned in a count that was cancelled',
  count_lost: 'Not found in a count, marked as lost',
  count_moved: 'Found in a count, moved here',
  count_found: 'Found in a count, back in stock',
  sold_without_server: 'Left the shop without the server',
  sold_twice: 'In another sale without the server, too',
  locked: 'In a cart',
};

const refundedTo: Record<Disposition, string> = {
  available: 'Refunded, back in stock',
  defective: 'Refunded, set aside as defective',
  none: 'Refunded',
};
const titleOf = ({ kind, went_to }: UnitEvent) =>
  kind === 'refunded' && went_to ? refundedTo[went_to] : titles[kind];

const tones: Partial<Record<UnitEvent['kind'], TimelineItem['tone']>> = {
  received: 'main',
  sold: 'main',
  traded_in: 'main',
  cleared: 'main',
  given_back: 'trouble',
  defective: 'trouble',
  lost: 'trouble',
  arrived_damaged: 'trouble',
  lost_on_way: 'trouble',
  count_lost: 'trouble',
  sent_back: 'trouble',
  came_back: 'main',
};

const fieldText: Record<string, string> = {
  serial_number: 'Serial number',
  imei: 'IMEI',
  imei2: 'IMEI 2',
  qr_code: 'QR code',
  category: 'Category',
  condition_rating: 'Rating',
  own_price: 'Own price',
  own_minimum_price: 'Own minimum price',
  notes: 'Notes',
  supplier: 'Supplier',
  store: 'Store',
};

type Links = {
  /** The page of a staff member. */
  staff: (id: number) => string;
  /** Null for people who may not see customers. */
  customer: ((id: number) => string) | null;
  transfer: (id: number) => string;
  count: (id: number) => string;
  supplierReturn: (id: number) => string;
  receipt: (id: number) => string;
  order: (id: number) => string;
};

const costText = (amount: Centavos | null) => (amount === null ? 'none' : formatMoney(amount, 'inventory'));

/** Returns a line for each changed field: `IMEI: 3567… → 3568…`. */
function changeLines({ changes, cost }: UnitEvent): ReactNode[] {
  const told = changes.map(
    ({ field, before, after }) => `${fieldText[field] ?? field}: ${before ?? 'none'} → ${after ?? 'none'}`,
  );
  return cost ? [...told, `Purchase cost: ${costText(cost.before)} → ${costText(cost.after)}`] : told;
}

function supplierLine({ supplier, kind }: UnitEvent): ReactNode[] {
  if (!supplier) return [];
  const { id, name, is_deleted } = supplier;
  return [
    <>
      {kind === 'sent_back' || kind === 'never_left' ? 'To' : 'From'}{' '}
      {is_deleted ? (
        name
      ) : (
        <TextLink small to={`/suppliers/${id}`}>
          {name}
        </TextLink>
      )}
    </>,
  ];
}

type Person = { id: number; name: string } | null;

function customerOf(customer: Person, links: Links): ReactNode {
  if (!customer || !links.customer) return customer?.name ?? null;
  return (
    <TextLink small to={links.customer(customer.id)}>
      {customer.name}
    </TextLink>
  );
}

function orderLine({ order }: UnitEvent, links: Links): ReactNode[] {
  if (!order) return [];
  return [
    <TextLink key="order" small to={links.order(order.id)}>
      {order.number}
    </TextLink>,
  ];
}

function saleLine({ sale }: UnitEvent, links: Links): ReactNode[] {
  if (!sale) return [];
  return [
    <>
      <TextLink small to={`/transactions/${sale.id}`}>
        {sale.number}
      </TextLink>
      {' · '}
      {customerOf(sale.customer, links) ?? 'Walk-in Customer'}
    </>,
  ];
}

function bringerLine({ brought_by }: UnitEvent, links: Links): ReactNode[] {
  if (!brought_by) return [];
  const { customer, name } = brought_by;
  return [<>Brought by {customerOf(customer ?? null, links) ?? name ?? 'a customer'}</>];
}

function transferLine({ transfer }: UnitEvent, links: Links): ReactNode[] {
  if (!transfer) return [];
  const way = `${transfer.from_store.name} → ${transfer.to_store.name}`;
  if (transfer.id === null) return [way];
  return [
    <>
      <TextLink small to={links.transfer(transfer.id)}>
        {transfer.number}
      </TextLink>
      {` · ${way}`}
    </>,
  ];
}

function countLine({ count }: UnitEvent, links: Links): ReactNode[] {
  if (!count) return [];
  return [
    <TextLink key="count" small to={links.count(count.id)}>
      {count.number}
    </TextLink>,
  ];
}

function returnLine({ supplier_return }: UnitEvent, links: Links): ReactNode[] {
  if (!supplier_return) return [];
  return [
    <TextLink key="return" small to={links.supplierReturn(supplier_return.id)}>
      {supplier_return.number}
    </TextLink>,
  ];
}

function receiptLine({ receipt }: UnitEvent, links: Links): ReactNode[] {
  if (!receipt) return [];
  return [
    <>
      <TextLink small to={links.receipt(receipt.id)}>
        {receipt.number}
      </TextLink>
      {' · '}
      <TextLink small to={links.order(receipt.order.id)}>
        {receipt.order.transaction_number}
      </TextLink>
    </>,
  ];
}

function whoLine({ by, store, at }: UnitEvent, links: Links, timeZone: Zones): ReactNode {
  return (
    <>
      {by ? (
        <TextLink small to={links.staff(by.id)}>
          {by.name}
        </TextLink>
      ) : null}
      {by ? ' · ' : ''}
      {[store?.name, formatInstant(at, timeZone)].filter(Boolean).join(' · ')}
    </>
  );
}

/** Events shown until the reader asks for all. */
const SHOWN = 50;

type HistoryCardProps = {
  unit: UnitHistory;
  links: Links;
  /** Returns the zones of a store: each event is told in its own. */
  zonesAt: (storeId: number) => Zones;
};

/** Shows the unit history, the newest first, with the person behind each event. */
export function HistoryCard({ unit, links, zonesAt }: HistoryCardProps) {
  const styles = useStyles();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? unit.life : unit.life.slice(0, SHOWN);
  const hidden = unit.life.length - shown.length;
  const items = shown.map((event, index): TimelineItem => ({
    // Counted from the oldest event, so that a new event keeps the others' keys.
    key: unit.life.length - index,
    title: titleOf(event),
    lines: [
      ...supplierLine(event),
      ...orderLine(event, links),
      ...saleLine(event, links),
      ...transferLine(event, links),
      ...countLine(event, links),
      ...returnLine(event, links),
      ...receiptLine(event, links),
      ...bringerLine(event, links),
      ...changeLines(event),
      ...(event.reason === null ? [] : [event.reason]),
      whoLine(event, links, zonesAt(event.store?.id ?? unit.store.id)),
    ],
    tone: tones[event.kind],
  }));
  return (
    <Card title="History" flush>
      <Timeline items={items} />
      {hidden > 0 ? (
        <div className={styles.more}>
          <Button onClick={() => setShowsAll(true)}>
            {hidden === 1 ? 'Show 1 earlier event' : `Show ${hidden} earlier events`}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
