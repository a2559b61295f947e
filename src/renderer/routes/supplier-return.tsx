import { unitsText } from '#domain/units.ts';
import { ArrowExit24Regular, Edit20Regular, Print20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { supplierReturns, type SupplierReturn, type SupplierReturnItem } from '#contract/supplier-returns.ts';
import { codesToFind, normaliseCode } from '#domain/barcodes.ts';
import { isCodeOf } from '#domain/receiving.ts';
import { formatInstant, zonesOf } from '#domain/store-time.ts';
import { supplierReturnSlip } from '#domain/supplier-return-slip.ts';
import type { ComeBackStatus } from '#domain/supplier-returns.ts';
import { unitLabel } from '#domain/transfers.ts';
import { OtherStoreBanner } from '#renderer/app/other-store-banner.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { useSlipFrame } from '#renderer/app/use-slip-frame.ts';
import {
  arrivalName,
  savedArrival,
  NOTHING_ARRIVED,
  type SavedArrival,
} from '#renderer/features/supplier-returns/saved-return.ts';
import { NoteDialog } from '#renderer/features/supplier-returns/note-dialog.tsx';
import { ReturnFacts } from '#renderer/features/supplier-returns/return-facts.tsx';
import { returnState } from '#renderer/features/supplier-returns/return-text.ts';
import { ReturnedUnits } from '#renderer/features/supplier-returns/returned-units.tsx';
import { TakeBackCard } from '#renderer/features/supplier-returns/take-back-card.tsx';
import { useSavedNote } from '#renderer/lib/saved-note.ts';
import { read } from '#renderer/lib/read.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useCtrlEnter } from '#renderer/lib/use-ctrl-enter.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { useSlipPrinting } from '#renderer/lib/use-slip-printing.ts';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { WholeParts } from '#renderer/ui/facts-line.tsx';
import { SavedInput } from '#renderer/ui/saved-input.tsx';
import { Loaded, type BackTo } from '#renderer/ui/loaded.tsx';
import { ScanField } from '#renderer/ui/scan-field.tsx';
import { ScanLayout } from '#renderer/ui/scan-layout.tsx';
import { ScanVerdict, type Verdict } from '#renderer/ui/scan-verdict.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';

/** /supplier-returns/:returnId: a return to a supplier, and the units that came back. */
export function SupplierReturnPage() {
  const back = { to: useBackToList('/supplier-returns'), label: 'Supplier Returns' };
  const query = useAddressed('returnId', (returnId) => read(supplierReturns.get, { params: { returnId } }));
  return (
    <Loaded
      back={back}
      query={query}
      noun="return"
      missing={{
        icon: <ArrowExit24Regular />,
        text: 'It does not exist, or belongs to a store that is not yours.',
      }}
      skeleton={
        <>
          <Skeleton height={48} />
          <Skeleton height={360} />
        </>
      }
    >
      {(returned) => <OpenReturn key={returned.id} returned={returned} back={back} />}
    </Loaded>
  );
}

type ReturnProps = { returned: SupplierReturn; back: BackTo };

/** Continues with the saved input of units that came back; a return with none due is read-only. */
function OpenReturn(props: ReturnProps) {
  const { staff } = useSignedIn();
  const [wasAway] = useState(props.returned.items.some(isAway));
  const name = arrivalName(staff.id, props.returned.id);
  if (!wasAway) return <ReturnDetail {...props} name={name} saved={NOTHING_ARRIVED} />;
  return (
    <SavedInput
      name={name}
      schema={savedArrival}
      nothing={NOTHING_ARRIVED}
      what="return"
      title={props.returned.number}
      back={props.back}
    >
      {(saved) => <ReturnDetail {...props} name={name} saved={saved} />}
    </SavedInput>
  );
}

const isAway = ({ came_back_at }: SupplierReturnItem) => came_back_at === null;

/** Finds the unit of a return by a code. */
function unitOf({ items }: SupplierReturn, code: string): SupplierReturnItem | undefined {
  const codes = codesToFind(normaliseCode(code));
  return items.find((item) => codes.some((each) => isCodeOf(item, each)));
}

/** The units scanned or ticked as come back, and the outcome of the last scan. */
function useComingBack(returned: SupplierReturn, saved: SavedArrival) {
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set(saved.item_ids));
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const pick = (unitId: number, isPicked: boolean) =>
    setPicked((known) => {
      const next = new Set(known);
      if (isPicked) next.add(unitId);
      else next.delete(unitId);
      return next;
    });
  const scan = (code: string) => {
    const item = unitOf(returned, code);
    if (item && isAway(item)) {
      pick(item.inventory_item_id, true);
      const what = `${item.product_name}, ${item.variation_name}`;
      return setVerdict({ tone: 'good', what, code: unitLabel(item), outcome: 'Came back' });
    }
    soundError();
    setVerdict({
      tone: item ? 'warning' : 'bad',
      what: code,
      outcome: !item
        ? 'It is not in this return'
        : item.never_left === null
          ? 'It came back before'
          : `It never left. ${item.never_left}`,
    });
  };
  // Somebody else may have received some of them meanwhile.
  const ready = returned.items.filter((item) => isAway(item) && picked.has(item.inventory_item_id));
  return { picked, pick, scan, verdict, ready };
}

function ReturnDetail({ returned, back, name, saved }: ReturnProps & { name: string; saved: SavedArrival }) {
  const { store, may } = useSignedIn();
  const frame = useSlipFrame();
  const printSlip = useSlipPrinting();
  const [isNoting, setNoting] = useState(false);
  const [status, setStatus] = useState<ComeBackStatus>(saved.status);
  const { picked, pick, scan, verdict, ready } = useComingBack(returned, saved);
  const item_ids = ready.map((item) => item.inventory_item_id);
  useSavedNote(name, item_ids.length === 0 ? null : ({ item_ids, status } satisfies SavedArrival));
  const { busy, run } = useRouteMutation(supplierReturns.takeBack, {
    done: (_, { body }) => `${unitsText(body.item_ids.length)} received`,
    failed: 'Failed to receive return',
  });
  const away = returned.items.filter(isAway).length;
  const disabledReason =
    ready.length === 0
      ? `${unitsText(away)} ${away === 1 ? 'is' : 'are'} with the supplier. Scan the units that came back`
      : null;
  const receive = async () => {
    if (busy || away === 0 || disabledReason !== null) return;
    await run({ params: { returnId: returned.id }, body: { item_ids, status } });
  };
  useCtrlEnter(() => void receive());
  const print = () => printSlip(supplierReturnSlip(returned, frame.plain()));
  const { created_by, created_at, supplier } = returned;
  return (
    <>
      <ScanLayout
        header={
          <>
            <DetailHeader
              back={back}
              title={returned.number}
              badge={<StateBadge of="supplierReturn" state={returnState(returned)} />}
              line={
                <WholeParts
                  parts={[
                    returned.store.id === store.id
                      ? `To ${supplier.name}`
                      : `${returned.store.name} → ${supplier.name}`,
                    created_by.name,
                    formatInstant(created_at, zonesOf(store)),
                  ]}
                />
              }
              actions={{
                secondary: [
                  { label: 'Packing list', icon: <Print20Regular />, onClick: () => void print() },
                  { label: 'Edit notes', icon: <Edit20Regular />, onClick: () => setNoting(true) },
                ],
              }}
            />
            <OtherStoreBanner noun="return" stores={[returned.store]} />
          </>
        }
        main={
          <>
            {away > 0 ? <ScanField onCode={scan} /> : null}
            {away > 0 && verdict ? <ScanVerdict verdict={verdict} /> : null}
            <ReturnedUnits
              items={returned.items}
              timeZone={zonesOf(store)}
              seesCosts={may('costs.view')}
              picked={away > 0 ? picked : null}
              onPick={pick}
              pageOf={may('inventory.view') ? (unitId) => `/inventory/${unitId}` : null}
            />
          </>
        }
        side={
          <>
            {away > 0 ? (
              <TakeBackCard
                storeName={returned.store.name}
                count={ready.length}
                status={status}
                busy={busy}
                disabledReason={disabledReason}
                onStatus={setStatus}
                onReceive={() => void receive()}
              />
            ) : null}
            <ReturnFacts returned={returned} />
          </>
        }
      />
      {isNoting ? <NoteDialog returned={returned} onClose={() => setNoting(false)} /> : null}
    </>
  );
}
