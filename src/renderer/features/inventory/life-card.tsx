import type { ReactNode } from 'react';
import type { UnitEvent, UnitLife } from '#contract/inventory.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import { formatInstant } from '#domain/store-time.ts';
import { Card } from '#renderer/ui/card.tsx';
import { TextLink } from '#renderer/ui/table-text.tsx';
import { Timeline, type TimelineItem } from '#renderer/ui/timeline.tsx';

const titles: Record<UnitEvent['kind'], string> = {
  received: 'Received',
  changed: 'Changed',
  defective: 'Marked as defective',
  repaired: 'Repaired',
  lost: 'Marked as lost',
  found: 'Found',
  sold: 'Sold',
  voided: 'Sale cancelled, back in stock',
  refunded: 'Refunded',
};

const tones: Partial<Record<UnitEvent['kind'], TimelineItem['tone']>> = {
  received: 'main',
  sold: 'main',
  defective: 'trouble',
  lost: 'trouble',
};

const fieldWords: Record<string, string> = {
  serial_number: 'Serial number',
  imei: 'IMEI',
  imei2: 'Second IMEI',
  qr_code: 'QR code',
  category: 'Category',
  condition_rating: 'Rating',
  notes: 'Notes',
  supplier: 'Supplier',
};

type Links = {
  /** The page of a person of the staff. */
  staff: (id: number) => string;
  /** Null for whoever may not see customers. */
  customer: ((id: number) => string) | null;
};

const costWords = (amount: Centavos | null) => (amount === null ? 'none' : formatMoney(amount, 'inventory'));

/** `IMEI: 3567… → 3568…`, a line for each field that became different. */
function changeLines({ changes, cost }: UnitEvent): ReactNode[] {
  const told = changes.map(
    ({ field, before, after }) => `${fieldWords[field] ?? field}: ${before ?? 'none'} → ${after ?? 'none'}`,
  );
  return cost ? [...told, `Purchase cost: ${costWords(cost.before)} → ${costWords(cost.after)}`] : told;
}

function supplierLine({ supplier }: UnitEvent): ReactNode[] {
  if (!supplier) return [];
  const { id, name, is_deleted } = supplier;
  return [
    <>
      From{' '}
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

function saleLine({ sale }: UnitEvent, links: Links): ReactNode[] {
  if (!sale) return [];
  const { customer } = sale;
  return [
    <>
      <TextLink small to={`/transactions/${sale.id}`}>
        {sale.number}
      </TextLink>
      {' · '}
      {customer && links.customer ? (
        <TextLink small to={links.customer(customer.id)}>
          {customer.name}
        </TextLink>
      ) : (
        (customer?.name ?? 'Walk-in Customer')
      )}
    </>,
  ];
}

function whoLine({ by, store, at }: UnitEvent, links: Links, timeZone: string): ReactNode {
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

/** What became of a unit from the day it came, the newest first, each with who did it. */
export function LifeCard({ unit, links, timeZone }: { unit: UnitLife; links: Links; timeZone: string }) {
  const items = unit.life.map((event, index): TimelineItem => ({
    key: index,
    title: titles[event.kind],
    lines: [
      ...supplierLine(event),
      ...saleLine(event, links),
      ...changeLines(event),
      ...(event.reason === null ? [] : [event.reason]),
      whoLine(event, links, timeZone),
    ],
    tone: tones[event.kind],
  }));
  return (
    <Card title="History" flush>
      <Timeline items={items} />
    </Card>
  );
}
