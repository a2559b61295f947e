import { makeStyles } from '@fluentui/react-components';
import type { OpenReceipt, PurchaseOrder } from '#contract/purchase-orders.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { unitsText } from '#domain/units.ts';
import { useNow } from '#renderer/lib/use-now.ts';
import { FormNote } from '#renderer/ui/form-note.tsx';
import { whoText } from './open-receipts.tsx';
import { lineName } from './placing.ts';
import type { Receiving } from './use-receiving.ts';

const useStyles = makeStyles({
  texts: { display: 'flex', flexDirection: 'column', gap: '4px', minWidth: 0 },
});

/** Says that a receipt was sent and its answer lost, and how to find out. */
export const sentText = ({ sentCount, isChanged }: Receiving): string =>
  `This was sent, and nobody knows whether it was received. Press Receive to find out: it is never received twice.${
    isChanged
      ? ` What was sent are ${unitsText(sentCount ?? 0)}; if they were received, what was added since stays here.`
      : ''
  }`;

/** Says which lines others received since this receipt was begun; null if none. */
function takenText(order: PurchaseOrder, { taken, lines, state }: Receiving): string | null {
  if (taken.length === 0) return null;
  const names = order.history.flatMap(({ kind, at, by }) =>
    kind === 'received' && at >= state.draft.begun_at ? [by.name] : [],
  );
  const units = taken.map(({ itemId, units: count }) => {
    const line = lines.find((one) => one.itemId === itemId);
    return `${line ? lineName(line) : 'an item'}: ${count}`;
  });
  return `${[...new Set(names)].join(', ') || 'Somebody else'} received some of this order meanwhile. ${units.join('; ')}. What of it you scanned, too, is marked below.`;
}

type ReceiptNotesProps = {
  order: PurchaseOrder;
  work: Receiving;
  /** The unfinished receipts of others. */
  others: readonly OpenReceipt[];
  staffId: number;
  timeZone: Zones;
};

/** Everything to know about an unfinished receipt in one note, so that the scanned units keep their room. */
export function ReceiptNotes({ order, work, others, staffId, timeZone }: ReceiptNotesProps) {
  const styles = useStyles();
  const now = useNow();
  const { begun_at } = work.state.draft;
  const isUnknown = work.sentCount !== null && !work.busy;
  const texts = [
    isUnknown ? sentText(work) : null,
    !isUnknown && work.wasSaved && work.lastScan === null
      ? `This goes on from what was scanned on this computer since ${formatInstant(begun_at, timeZone)} and never received: ${unitsText(work.count)}.`
      : null,
    takenText(order, work),
    ...others.map((receipt) => whoText(receipt, { now, timeZone, staffId, isOver: false })),
  ].filter((text) => text !== null);
  if (texts.length === 0) return null;
  return (
    <FormNote>
      <span className={styles.texts}>
        {texts.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </span>
    </FormNote>
  );
}
