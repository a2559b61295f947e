import type { TimelineEntry } from '#contract/transactions.ts';
import { formatMoney } from '#domain/money.ts';
import { paymentMethodLabels, tenderedText } from '#domain/payments.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Timeline, type TimelineItem } from '#renderer/ui/timeline.tsx';

const moneyOf = ({ amount }: TimelineEntry) => (amount === null ? '' : formatMoney(amount, 'transaction'));
/** `Tendered ₱500.00 · Change ₱20.00`, of cash that gave change. */
const tenderedOf = ({ amount, tendered }: TimelineEntry) =>
  amount !== null && tendered !== null && tenderedText(tendered, tendered - amount);
const methodOf = ({ method }: TimelineEntry) =>
  method === null ? 'Payment' : `${paymentMethodLabels[method]} payment`;

function titleOf(entry: TimelineEntry): string {
  switch (entry.kind) {
    case 'draft_created':
      return 'Draft created';
    case 'completed':
      return entry.exchange
        ? `Sale completed, in exchange of ${entry.exchange.invoice_number}`
        : 'Sale completed';
    case 'payment_added':
      return `${methodOf(entry)} added${entry.detail === 'pending' ? ', pending' : ''}`;
    case 'payment_verified':
      return `${methodOf(entry)} verified`;
    case 'payment_failed':
      return `${methodOf(entry)} failed`;
    case 'payment_deleted':
      return `${methodOf(entry)} deleted`;
    case 'receipt_printed':
      return 'Receipt printed';
    case 'receipt_emailed':
      return 'Receipt emailed';
    case 'refunded':
      return entry.exchange
        ? `${moneyOf(entry)} exchanged for ${entry.exchange.invoice_number}`
        : `${moneyOf(entry)} refunded`;
    case 'voided':
      return 'Sale cancelled';
  }
}

const tones: Partial<Record<TimelineEntry['kind'], TimelineItem['tone']>> = {
  completed: 'main',
  refunded: 'trouble',
  voided: 'trouble',
};

/** `Joel Cruz (approved by Ana Reyes): wrong card machine slip`. */
function whoAndWhy({ kind, by, approved_by, detail }: TimelineEntry): string | null {
  const who = by !== null && approved_by !== null ? `${by} (approved by ${approved_by})` : by;
  const why = kind === 'payment_added' ? null : detail;
  return who !== null && why !== null ? `${who}: ${why}` : (who ?? why);
}

function itemOf(entry: TimelineEntry, index: number, timeZone: Zones): TimelineItem {
  const money = entry.kind.startsWith('payment_') || entry.kind === 'completed' ? moneyOf(entry) : '';
  return {
    key: index,
    title: titleOf(entry),
    lines: [
      [money, tenderedOf(entry), whoAndWhy(entry)].filter(Boolean).join(' · '),
      formatInstant(entry.at, timeZone),
    ].filter(Boolean),
    tone: tones[entry.kind],
  };
}

/** The timeline of a transaction, newest first. */
export function TimelineCard({ entries, timeZone }: { entries: readonly TimelineEntry[]; timeZone: Zones }) {
  return (
    <Card title="Timeline" flush>
      <Timeline items={entries.map((entry, index) => itemOf(entry, index, timeZone))} />
    </Card>
  );
}
