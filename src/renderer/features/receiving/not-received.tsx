import { CheckmarkCircle20Regular, ClipboardTaskListLtr24Regular } from '@fluentui/react-icons';
import type { PurchaseOrder } from '#contract/purchase-orders.ts';
import { unitsText } from '#domain/units.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { FormNote } from '#renderer/ui/form-note.tsx';
import { choicesOf } from './receipt-draft.ts';
import { lineName } from './placing.ts';
import { sentText } from './receipt-notes.tsx';
import { ScannedTable } from './scanned-table.tsx';
import { useEndedScans } from './use-ended-scans.ts';
import type { Receiving } from './use-receiving.ts';

/** Explains why nothing more of an order can be received. */
function endedText({ closed }: PurchaseOrder): string {
  if (closed === null) return 'All of it was received.';
  return closed.is_cancelled
    ? `${closed.by.name} cancelled it: ${closed.reason}`
    : `${closed.by.name} closed what was left of it: ${closed.reason}`;
}

/** An order of which nothing is to come: says why, and shows what was scanned of it and not received. */
export function EndedOrder({ order, work }: { order: PurchaseOrder; work: Receiving }) {
  useEndedScans(order.transaction_number, null);
  if (work.isBegun) return <NotReceived order={order} work={work} />;
  return (
    <Card flush>
      <EmptyState icon={<ClipboardTaskListLtr24Regular />} title="Nothing of this order is to come">
        {endedText(order)}
      </EmptyState>
    </Card>
  );
}

/** Shows the scans of an order that has ended meanwhile, until they are discarded. */
function NotReceived({ order, work }: { order: PurchaseOrder; work: Receiving }) {
  const { draft } = work.state;
  const counted = work.lines
    .map((line) => ({ name: lineName(line), plain: choicesOf(draft, line).plain }))
    .filter(({ plain }) => plain > 0);
  return (
    <>
      {work.sentCount === null ? (
        <FormNote>
          {`Nothing of this order is to come any more. ${endedText(order)} What stands here was not received: it stays until you discard it.`}
        </FormNote>
      ) : (
        <>
          <FormNote>{sentText(work)}</FormNote>
          <div>
            <Button
              appearance="primary"
              size="till"
              icon={<CheckmarkCircle20Regular />}
              disabled={work.busy}
              onClick={() => void work.receive()}
            >
              Receive
            </Button>
          </div>
        </>
      )}
      {counted.length > 0 ? (
        <ul aria-label="Counted and not received">
          {counted.map(({ name, plain }) => (
            <li key={name}>{`${name}: ${unitsText(plain)}`}</li>
          ))}
        </ul>
      ) : null}
      {draft.units.length > 0 ? (
        <ScannedTable rows={work.rows} announced={[]} onUndo={work.scanning.remove} settling={null} />
      ) : null}
    </>
  );
}
