import { Print20Regular, VehicleTruckProfile24Regular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import { transfers, type Transfer, type TransferItem } from '#contract/transfers.ts';
import { formatInstant, type Zones, zonesOf } from '#domain/store-time.ts';
import { unitLabel } from '#domain/transfers.ts';
import { OtherStoreBanner } from '#renderer/app/other-store-banner.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { ArrivalProgress } from '#renderer/features/transfers/arrival-progress.tsx';
import {
  arrivalCounts,
  extraItems,
  missingItems,
  scannedItems,
} from '#renderer/features/transfers/arrivals.ts';
import { LastScanPanel } from '#renderer/features/transfers/last-scan.tsx';
import { ReceiveCard } from '#renderer/features/transfers/receive-card.tsx';
import { ScanField } from '#renderer/ui/scan-field.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { SettleDialog } from '#renderer/features/transfers/settle-dialog.tsx';
import { ElsewhereCard, EndCard, SenderCard } from '#renderer/features/transfers/transfer-side.tsx';
import { TransferUnits } from '#renderer/features/transfers/transfer-units.tsx';
import { unitsText } from '#domain/units.ts';
import { shownStatus, standsIn } from '#renderer/features/transfers/transfer-text.ts';
import { useTransferSlip } from '#renderer/features/transfers/use-transfer-slip.ts';
import { useUnpacking } from '#renderer/features/transfers/use-unpacking.ts';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useCtrlEnter } from '#renderer/lib/use-ctrl-enter.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Loaded, type BackTo } from '#renderer/ui/loaded.tsx';
import { ReasonDialog } from '#renderer/ui/reason-dialog.tsx';
import { ScanLayout } from '#renderer/ui/scan-layout.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { UntakenScans } from '#renderer/ui/untaken-scans.tsx';

/** Milliseconds between updates: others unpack the same box. */
const OTHERS_SCAN = 10_000;

/** /inventory/transfers/:transferId: a transfer, received by scanning and settled by its sender. */
export function TransferPage() {
  const back = { to: useBackToList('/inventory/transfers'), label: 'Transfers' };
  const query = useAddressed('transferId', (transferId) => read(transfers.get, { params: { transferId } }), {
    refetchInterval: ({ state }) => (state.data?.status === 'in_transit' ? OTHERS_SCAN : false),
  });
  return (
    <Loaded
      back={back}
      query={query}
      noun="transfer"
      missing={{
        icon: <VehicleTruckProfile24Regular />,
        text: 'It does not exist, or is between stores that are not yours.',
      }}
      skeleton={
        <>
          <Skeleton height={48} />
          <Skeleton height={360} />
        </>
      }
    >
      {(transfer) => <TransferDetail key={transfer.id} transfer={transfer} back={back} />}
    </Loaded>
  );
}

function lineOf({ from_store, to_store, sent_by, sent_at, reason }: Transfer, timeZone: Zones): string {
  const way = `${from_store.name} → ${to_store.name}`;
  const sent = `sent by ${sent_by.name}, ${formatInstant(sent_at, timeZone)}`;
  return [way, sent, reason].filter(Boolean).join(' · ');
}

/** Returns a unit's page if the unit is in one of the reader's stores. */
function useUnitPages(transfer: Transfer) {
  const { staff, may } = useSignedIn();
  return (item: TransferItem) =>
    may('inventory.view') && staff.store_ids.includes(standsIn(transfer, item))
      ? `/inventory/${item.inventory_item_id}`
      : null;
}

function TransferDetail({ transfer, back }: { transfer: Transfer; back: BackTo }) {
  const { store } = useSignedIn();
  const pageOf = useUnitPages(transfer);
  const print = useTransferSlip();
  const isOpen = transfer.status === 'in_transit';
  const isReceiver = isOpen && store.is_active && store.id === transfer.to_store.id;
  const isBeingScanned = scannedItems(transfer).length + extraItems(transfer).length > 0;
  const header = (
    <>
      <DetailHeader
        back={back}
        title={transfer.number}
        badge={<StateBadge of="transfer" state={shownStatus(transfer, isBeingScanned)} />}
        line={lineOf(transfer, zonesOf(store))}
        actions={{
          secondary: [
            { label: 'Packing list', icon: <Print20Regular />, onClick: () => void print(transfer) },
          ],
        }}
      />
      <OtherStoreBanner noun="transfer" stores={[transfer.from_store, transfer.to_store]} />
    </>
  );
  if (isReceiver) return <Receiving transfer={transfer} header={header} />;
  return (
    <ScanLayout
      header={header}
      main={
        <>
          <ArrivalProgress counts={arrivalCounts(transfer)} />
          {isOpen ? null : <LeftScans transferId={transfer.id} />}
          <TransferUnits transfer={transfer} timeZone={zonesOf(store)} actions={null} pageOf={pageOf} />
        </>
      }
      side={
        !isOpen ? (
          <EndCard transfer={transfer} timeZone={zonesOf(store)} />
        ) : store.id === transfer.from_store.id ? (
          <Sending transfer={transfer} />
        ) : (
          <ElsewhereCard transfer={transfer} />
        )
      }
    />
  );
}

/** The transfer at the sending store: settle what does not arrive, or cancel it. */
function Sending({ transfer }: { transfer: Transfer }) {
  const [asking, setAsking] = useState<'settle' | 'cancel' | null>(null);
  const params = { transferId: transfer.id };
  const settle = useRouteMutation(transfers.settle, {
    done: (_, { body }) => `${unitsText(body.items.length)} settled`,
    failed: 'Failed to settle transfer',
  });
  const cancel = useRouteMutation(transfers.cancel, {
    done: ({ number }) => `${number} cancelled`,
    failed: 'Failed to cancel transfer',
  });
  const isUntouched =
    missingItems(transfer).length === transfer.units_count && extraItems(transfer).length === 0;
  const close = () => setAsking(null);
  return (
    <>
      <SenderCard
        transfer={transfer}
        busy={settle.busy || cancel.busy}
        cancelRefused={isUntouched ? null : 'Part of it has arrived'}
        onSettle={() => setAsking('settle')}
        onCancel={() => setAsking('cancel')}
      />
      {asking === 'settle' ? (
        <SettleDialog
          number={transfer.number}
          items={missingItems(transfer)}
          busy={settle.busy}
          onSettle={async (body) => {
            if (await settle.run({ params, body })) close();
          }}
          onClose={close}
        />
      ) : null}
      {asking === 'cancel' ? (
        <ReasonDialog
          title={`Cancel ${transfer.number}?`}
          consequence={`${unitsText(transfer.units_count)} ${transfer.units_count === 1 ? 'goes' : 'go'} back into the stock of ${transfer.from_store.name}.`}
          confirmLabel={`Cancel transfer of ${unitsText(transfer.units_count)}`}
          cancelLabel="Keep it"
          busy={cancel.busy}
          onConfirm={async (reason) => {
            if (await cancel.run({ params, body: { reason } })) close();
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** Lists scans that waited on this computer until the transfer had ended: the server refuses them. */
function LeftScans({ transferId }: { transferId: number }) {
  const { waiting, refused, forgetRefused } = useUnpacking(transferId);
  return <UntakenScans waiting={waiting} refused={refused} onForget={forgetRefused} />;
}

/** The transfer at the receiving store: scan what is unpacked, then receive it. */
function Receiving({ transfer, header }: { transfer: Transfer; header: React.ReactNode }) {
  const zones = zonesOf(useSignedIn().store);
  const pageOf = useUnitPages(transfer);
  const [damaged, setDamaged] = useState<TransferItem | null>(null);
  const { take, last, forget, waiting, refused, forgetRefused } = useUnpacking(transfer.id);
  const notify = useNotify();
  const unsaidField = useRef<HTMLSelectElement>(null);
  const params = { transferId: transfer.id };
  const mark = useRouteMutation(transfers.mark, { failed: 'Not noted' });
  const receive = useRouteMutation(transfers.receive, {
    done: (_, { body }) => `${unitsText(body.item_ids?.length ?? 0)} received`,
    failed: 'Failed to receive transfer',
  });
  const markAs = (
    item: TransferItem,
    condition: 'expected' | 'good' | 'damaged' | 'extra',
    reason?: string,
  ) => mark.run({ params: { ...params, itemId: item.inventory_item_id }, body: { condition, reason } });
  const undo = async (item: TransferItem) => {
    if (await markAs(item, 'expected')) forget();
  };

  const scanned = scannedItems(transfer);
  const unsaid = extraItems(transfer).filter(({ reason }) => reason === null).length;
  const disabledReason =
    scanned.length === 0
      ? 'Nothing was scanned yet'
      : unsaid > 0
        ? `Say what was done with ${unitsText(unsaid)} not announced`
        : null;
  const receiveAll = async () => {
    if (receive.busy) return;
    if (disabledReason !== null) {
      notify.warning('Not received yet', disabledReason);
      unsaidField.current?.focus();
      return;
    }
    const item_ids = scanned.map((item) => item.inventory_item_id);
    if (await receive.run({ params, body: { item_ids } })) forget();
  };
  useCtrlEnter(() => void receiveAll());

  return (
    <>
      <ScanLayout
        header={header}
        main={
          <>
            <ArrivalProgress counts={arrivalCounts(transfer)} />
            <ScanField onCode={take} />
            {last ? (
              <LastScanPanel
                scan={last}
                timeZone={zones}
                busy={mark.busy}
                onUndo={(item) => void undo(item)}
                onDamaged={setDamaged}
              />
            ) : null}
            <UntakenScans waiting={waiting} refused={refused} onForget={forgetRefused} />
            <TransferUnits
              transfer={transfer}
              timeZone={zones}
              actions={{
                onArrived: (item) => void markAs(item, 'good'),
                onUndo: (item) => void undo(item),
                onDamaged: setDamaged,
              }}
              pageOf={pageOf}
            />
          </>
        }
        side={
          <ReceiveCard
            transfer={transfer}
            busy={receive.busy || mark.busy}
            disabledReason={disabledReason}
            unsaid={unsaidField}
            onExtra={(item, reason) => void markAs(item, 'extra', reason)}
            onReceive={() => void receiveAll()}
          />
        }
      />
      {damaged ? (
        <ReasonDialog
          title={`${damaged.product_name} arrived damaged?`}
          consequence={`${unitLabel(damaged)} is received as defective, and is not sold.`}
          confirmLabel="Mark damaged"
          missing="Say what is damaged"
          busy={mark.busy}
          onConfirm={async (reason) => {
            if (await markAs(damaged, 'damaged', reason)) {
              setDamaged(null);
              forget();
            }
          }}
          onClose={() => setDamaged(null)}
        />
      ) : null}
    </>
  );
}
