import { unitsText } from '#domain/units.ts';
import {
  ClipboardTaskListLtr24Regular,
  Delete20Regular,
  DocumentTable20Regular,
} from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { purchaseOrders, type PurchaseOrder } from '#contract/purchase-orders.ts';
import { receiving, type ExpectedSerial, type ExpectedSerials } from '#contract/receiving.ts';
import { zonesOf, type Zones } from '#domain/store-time.ts';
import { ActiveStoreOnly } from '#renderer/app/active-store-only.tsx';
import { useReadableStores } from '#renderer/app/inactive-stores.ts';
import { OtherStoreBanner } from '#renderer/app/other-store-banner.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { useUnitLabels } from '#renderer/app/unit-labels.ts';
import { ExpectedDialog } from '#renderer/features/receiving/expected-dialog.tsx';
import { LinesCard } from '#renderer/features/receiving/lines-card.tsx';
import {
  draftName,
  NOTHING_SAVED,
  receiptDraft,
  type ReceiptDraft,
} from '#renderer/features/receiving/receipt-draft.ts';
import { EndedOrder } from '#renderer/features/receiving/not-received.tsx';
import { OrderArrivals } from '#renderer/features/receiving/order-arrivals.tsx';
import { ReceiptNotes } from '#renderer/features/receiving/receipt-notes.tsx';
import { ReceiptProgress } from '#renderer/features/receiving/receipt-progress.tsx';
import { ReceiveCard } from '#renderer/features/receiving/receive-card.tsx';
import { ReceivedPanel } from '#renderer/features/receiving/received-panel.tsx';
import { ScanningPart } from '#renderer/features/receiving/scanning-part.tsx';
import { ScannedTable } from '#renderer/features/receiving/scanned-table.tsx';
import { useFreshArrivals } from '#renderer/features/receiving/use-fresh-arrivals.ts';
import { useReceiptLabels } from '#renderer/features/receiving/use-receipt-labels.ts';
import { useReceiptSlip } from '#renderer/features/receiving/use-receipt-slip.ts';
import { useReceiving, type Receiving } from '#renderer/features/receiving/use-receiving.ts';
import { read } from '#renderer/lib/read.ts';
import { till } from '#renderer/lib/till.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useCtrlEnter } from '#renderer/lib/use-ctrl-enter.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { LeaveGuard } from '#renderer/ui/leave-guard.tsx';
import { SavedInput } from '#renderer/ui/saved-input.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page-header.tsx';
import { ScanLayout } from '#renderer/ui/scan-layout.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';

const NOTHING_ANNOUNCED: ExpectedSerials = { data: [], received: 0, missing: 0, unannounced: 0 };

/** Milliseconds between updates: others receive the same order. */
const OTHERS_SCAN = 10_000;

/** /purchase-orders/:orderId/receive: scans an order's units one after another and receives them together. */
export function ReceiveOrderPage() {
  const { stores } = useSignedIn();
  const query = useAddressed('orderId', (orderId) => read(purchaseOrders.get, { params: { orderId } }), {
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'complete' ? OTHERS_SCAN : false),
  });
  return (
    <Loaded
      back={{ to: '/purchase-orders', label: 'Purchase Orders' }}
      query={query}
      noun="purchase order"
      missing={{
        icon: <ClipboardTaskListLtr24Regular />,
        text: 'It does not exist, or belongs to a store that is not yours.',
      }}
      skeleton={
        <>
          <Skeleton height={48} />
          <Skeleton height={360} />
        </>
      }
    >
      {(order) => (
        <ActiveStoreOnly
          key={order.id}
          store={{ name: order.store.name, is_active: stores.some(({ id }) => id === order.store.id) }}
          title="Receive Items"
          back={{ to: `/purchase-orders/${order.id}`, label: order.transaction_number }}
          why="Nothing is received there any more. Cancel the order, or close what is left of it."
        >
          <SavedReceipt order={order} />
        </ActiveStoreOnly>
      )}
    </Loaded>
  );
}

/** Loads the draft of an interrupted receipt. */
function SavedReceipt({ order }: { order: PurchaseOrder }) {
  const { staff } = useSignedIn();
  const name = draftName(staff.id, order.id);
  return (
    <SavedInput
      name={name}
      schema={receiptDraft}
      nothing={NOTHING_SAVED}
      what="receipt"
      title="Receive Items"
      back={{ to: `/purchase-orders/${order.id}`, label: order.transaction_number }}
    >
      {(saved) => <ReceiveOrder order={order} name={name} saved={saved} />}
    </SavedInput>
  );
}

type ReceiveOrderProps = { order: PurchaseOrder; name: string; saved: ReceiptDraft };

function ReceiveOrder({ order, name, saved }: ReceiveOrderProps) {
  const { store } = useSignedIn();
  const stores = useReadableStores();
  const navigate = useNavigate();
  const at = stores.find(({ id }) => id === order.store.id) ?? store;
  const announced = useQuery(read(receiving.expected, { params: { orderId: order.id } }));
  const expected = announced.data ?? NOTHING_ANNOUNCED;
  useFreshArrivals(order);
  const labels = useReceiptLabels(useUnitLabels());
  const work = useReceiving({
    order,
    announced: expected.data,
    name,
    saved,
    printLabel: (unit, line, key) => labels.ofScanned(order, unit, line, key),
  });
  const print = useReceiptSlip();
  const [asks, setAsks] = useState<Asks | null>(null);
  useCtrlEnter(() => void work.receive());
  const { receipt } = work;
  const timeZone = zonesOf(at);
  const arrivals = <OrderArrivals order={order} timeZone={timeZone} mayAnnounce={false} />;
  const header = <Header order={order} work={work} announced={expected.data.length} onAsk={setAsks} />;
  const discarding = (
    <DiscardQuestion isOpen={asks === 'discard'} work={work} onClose={() => setAsks(null)} />
  );
  if (order.status === 'complete' && receipt === null) {
    return (
      <Page>
        {header}
        <EndedOrder order={order} work={work} />
        {arrivals}
        {discarding}
      </Page>
    );
  }
  return (
    <>
      <ScanLayout
        header={header}
        main={
          receipt ? (
            <ReceivedPanel
              receipt={receipt}
              remaining={work.remaining}
              onPrint={() => void print(receipt, at)}
              onLabels={() => labels.ofReceipt(receipt)}
              since={work.since}
              onMore={work.remaining > 0 || work.isBegun ? work.goOn : null}
              onScan={work.goOnWith}
              onOrder={() => void navigate(`/purchase-orders/${order.id}`)}
            />
          ) : (
            <Scanned order={order} work={work} announced={expected.data} timeZone={timeZone} />
          )
        }
        side={receipt ? arrivals : <Side order={order} work={work} />}
      />
      {discarding}
      <LeaveGuard
        // A question about what is scanned goes once that was received, also where scans were made since.
        key={receipt?.id ?? 'scanning'}
        when={work.isBegun}
        title="Leave without receiving?"
        isKept
        consequence={
          work.count === 0
            ? 'The notes stay on this computer: open this order again to go on.'
            : `${unitsText(work.count)} scanned and not received. ${work.count === 1 ? 'It stays' : 'They stay'} on this computer: open this order again to go on.`
        }
        confirmLabel="Leave"
      />
      {asks === 'expected' ? (
        <ExpectedDialog order={order} expected={expected} onClose={() => setAsks(null)} />
      ) : null}
    </>
  );
}

type Asks = 'discard' | 'expected';
type PartProps = { order: PurchaseOrder; work: Receiving };

type HeaderProps = PartProps & { announced: number; onAsk: (asks: Asks) => void };

function Header({ order, work, announced, onAsk }: HeaderProps) {
  const { receipt } = work;
  const isOver = order.status === 'complete' && receipt === null;
  return (
    <>
      <DetailHeader
        back={{ to: `/purchase-orders/${order.id}`, label: order.transaction_number }}
        title="Receive Items"
        badge={<StateBadge of="order" state={order.closed?.is_cancelled ? 'cancelled' : order.status} />}
        line={`From ${order.supplier.name} · into the stock of ${order.store.name}`}
        actions={{
          secondary: [
            receipt === null &&
              !isOver && {
                key: 'announced',
                label: announced > 0 ? `Announced serial numbers (${announced})` : 'Announced serial numbers',
                icon: <DocumentTable20Regular />,
                onClick: () => onAsk('expected'),
              },
          ],
          more: [
            receipt === null &&
              work.isBegun && {
                label: 'Discard',
                icon: <Delete20Regular />,
                danger: true,
                disabled: work.busy,
                onClick: () => onAsk('discard'),
              },
          ],
        }}
      />
      <OtherStoreBanner noun="order" stores={[order.store]}>
        {`This order belongs to ${order.store.name}: what is received goes into the stock there.`}
      </OtherStoreBanner>
    </>
  );
}

type DiscardQuestionProps = { isOpen: boolean; work: Receiving; onClose: () => void };

function DiscardQuestion({ isOpen, work, onClose }: DiscardQuestionProps) {
  return (
    <ConfirmDialog
      open={isOpen}
      title="Discard this receipt?"
      consequence={
        work.sentCount === null
          ? 'What was scanned is forgotten. Nothing of it was received.'
          : 'What was scanned is forgotten. It was sent, and may have been received all the same: look at the receipts of this order before it is received again.'
      }
      confirmLabel={`Discard ${unitsText(work.count)}`}
      onConfirm={() => {
        work.restart();
        onClose();
      }}
      onCancel={onClose}
    />
  );
}

/** The receipts of the order that others have begun. */
const othersOf = ({ open_receipts: receipts }: PurchaseOrder) => receipts.filter(({ is_here }) => !is_here);

type ScannedProps = PartProps & { announced: readonly ExpectedSerial[]; timeZone: Zones };

/** What was scanned so far, and where the next code goes. */
function Scanned({ order, work, announced, timeZone }: ScannedProps) {
  const { staff } = useSignedIn();
  const { scanning } = work;
  return (
    <>
      <ReceiptProgress
        count={work.count}
        remaining={work.total}
        received={order.total_quantity_received - (work.total - work.remaining)}
      />
      <ReceiptNotes
        order={order}
        work={work}
        others={othersOf(order)}
        staffId={staff.id}
        timeZone={timeZone}
      />
      <ScanningPart work={work} />
      <ScannedTable
        rows={work.rows}
        announced={announced}
        onUndo={scanning.remove}
        settling={{ onConfirm: scanning.confirm, onReopen: scanning.reopen }}
      />
    </>
  );
}

/** The lines of the order, and what receives them. */
function Side({ order, work }: PartProps) {
  const { may } = useSignedIn();
  const { scanning, state } = work;
  return (
    <>
      <LinesCard
        lines={work.lines}
        draft={state.draft}
        itemId={state.draft.itemId}
        problems={state.lineProblems}
        others={othersOf(order)}
        mayPrice={may('products.edit')}
        onChoose={scanning.choose}
        onChange={scanning.setLine}
        onCode={scanning.take}
      />
      <ReceiveCard
        storeName={order.store.name}
        count={work.count}
        remaining={work.remaining}
        missing={work.missing}
        unannounced={work.unannounced}
        odd={work.odd}
        lacking={work.lacking}
        notes={state.draft.notes}
        sentCount={work.busy ? null : work.sentCount}
        busy={work.busy}
        disabledReason={work.disabledReason}
        printsLabels={till.kind === 'electron' ? state.draft.prints_labels : null}
        onPrintsLabels={scanning.setPrintsLabels}
        onNotes={scanning.setNotes}
        onReceive={() => void work.receive()}
        restCount={work.restCount}
        onReceiveRest={() => void work.receiveRest()}
      />
    </>
  );
}
