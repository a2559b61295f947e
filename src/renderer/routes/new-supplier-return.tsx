import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ApiError } from '#contract/errors.ts';
import { supplierReturns, type ReturnableUnit } from '#contract/supplier-returns.ts';
import { RETURN_MAX } from '#domain/supplier-returns.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import {
  savedReturn,
  NOTHING_PACKED,
  returnName,
  type SavedReturn,
} from '#renderer/features/supplier-returns/saved-return.ts';
import { problemFor } from '#renderer/features/supplier-returns/return-text.ts';
import { SendBackCard, type SendBackErrors } from '#renderer/features/supplier-returns/send-back-card.tsx';
import { api } from '#renderer/lib/api.ts';
import { fieldMessages } from '#renderer/lib/failures.ts';
import { useSavedNote } from '#renderer/lib/saved-note.ts';
import { useSavedRequest } from '#renderer/lib/saved-request.ts';
import { createPicking, isReady, leftText, packed, type PickedUnit } from '#renderer/lib/picking.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useIsShown } from '#renderer/lib/use-is-shown.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { SavedInput } from '#renderer/ui/saved-input.tsx';
import { PackingPage } from '#renderer/ui/packing-page.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';

const find = async (code: string): Promise<(ReturnableUnit & Pick<PickedUnit, 'caution'>)[]> => {
  const { data } = await api.supplierReturns.lookUp({ query: { code } });
  return data.map((unit) => ({ ...unit, caution: unit.supplier ? null : 'Its supplier is not known' }));
};

/** /supplier-returns/new: scans units and returns them to their supplier. */
export function NewSupplierReturnPage() {
  const { store, staff } = useSignedIn();
  const name = returnName(staff.id, store.id);
  const back = useBackToList('/supplier-returns');
  // A return holds units of one store: with another store the page starts over.
  return (
    <SavedInput
      name={name}
      schema={savedReturn}
      nothing={NOTHING_PACKED}
      what="return"
      title="New Return"
      back={{ to: back, label: 'Supplier Returns' }}
    >
      {(saved) => <NewReturn key={name} name={name} saved={saved} />}
    </SavedInput>
  );
}

/** The scans of a return, checked against the chosen supplier; the first unit's supplier is proposed. */
function useReturnPicking(saved: SavedReturn) {
  const { state } = useLocation() as { state: { code?: string } | null };
  const [supplier, setSupplier] = useState(saved.supplier);
  const chosen = useLatest(supplier);
  const [picking] = useState(() => {
    const problemOf = (unit: ReturnableUnit) => problemFor(unit, chosen.current);
    const begun = createPicking({ what: 'return', find, problemOf, soundError });
    begun.restore(saved.codes, saved.picked);
    if (state?.code !== undefined && !saved.codes.includes(state.code)) begun.take(state.code);
    return begun;
  });
  const picks = useSyncExternalStore(picking.subscribe, picking.read);
  const hasChosen = useRef(saved.supplier !== null);
  const proposed = picks.rows.filter(isReady).findLast(({ unit }) => unit.supplier)?.unit.supplier ?? null;
  useEffect(() => {
    if (!hasChosen.current && proposed) setSupplier(proposed);
  }, [proposed]);
  useEffect(() => picking.judge(), [picking, supplier]);
  const choose = (next: SavedReturn['supplier']) => {
    hasChosen.current = next !== null;
    setSupplier(next && { id: next.id, name: next.name });
  };
  return { picking, ...picks, supplier, choose };
}

function NewReturn({ name, saved }: { name: string; saved: SavedReturn }) {
  const { store } = useSignedIn();
  const navigate = useNavigate();
  const notify = useNotify();
  const { state } = useLocation() as { state: unknown };
  const back = useBackToList('/supplier-returns');
  const isShown = useIsShown();
  const { picking, rows, verdict, supplier, choose } = useReturnPicking(saved);
  const [reference, setReference] = useState(saved.reference);
  const [reason, setReason] = useState(saved.reason);
  const [errors, setErrors] = useState<SendBackErrors>({});
  const [isSent, setSent] = useState(false);
  const { request, keys } = useSavedRequest(saved.request);
  const { codes, picked, unitIds, ...pack } = packed(rows, {
    none: 'Scan the units that go back',
    max: RETURN_MAX,
  });
  const isEmpty = codes.length === 0 && !supplier && reference === '' && reason === '' && request === null;
  const note = { codes, supplier, reference, reason, request, picked: request ? picked : [] };
  useSavedNote(name, isSent || isEmpty ? null : (note satisfies SavedReturn));
  const { busy, run } = useRouteMutation(
    supplierReturns.create,
    {
      done: ({ number, supplier: to }) => ({ title: `${number} returned`, body: `To ${to.name}` }),
      failed: 'Failed to return units',
    },
    { keys },
  );

  const onError = (refusal: ApiError) => {
    picking.refuse(refusal.details.units ?? []);
    const { supplier_id = null, reason: ofReason = null } = fieldMessages(refusal) ?? {};
    setErrors({ supplier_id, reason: ofReason });
    return supplier_id === null && ofReason === null ? refusal : null;
  };
  const send = async () => {
    const missing = {
      supplier_id: supplier ? null : 'Please select a supplier',
      reason: reason.trim() ? null : 'Reason required',
    };
    setErrors(missing);
    if (!supplier || missing.reason) return;
    const body = {
      supplier_id: supplier.id,
      item_ids: unitIds,
      reason: reason.trim(),
      reference: reference.trim() || null,
    };
    const sent = await run({ body }, onError);
    if (!sent) return;
    const left = picking.sent(sent.items);
    if (left > 0) {
      const { title, body: said } = leftText(left, sent.number);
      return notify.warning(title, said);
    }
    setSent(true);
    if (isShown()) await navigate(`/supplier-returns/${sent.id}`, { replace: true, state });
  };
  return (
    <PackingPage
      what="return"
      title="New Return"
      line={`From ${store.name}. Scan what goes back: it stays here until it is returned or discarded.`}
      hint="Its IMEI, serial number or QR code. A product’s barcode takes a defective one first."
      back={{ to: back, label: 'Supplier Returns' }}
      picking={picking}
      rows={rows}
      verdict={verdict}
      busy={busy}
      isUnanswered={request !== null && !busy}
      disabledReason={pack.disabledReason}
      side={
        <SendBackCard
          {...pack}
          storeName={store.name}
          supplier={supplier}
          reference={reference}
          reason={reason}
          errors={errors}
          busy={busy}
          onSupplier={(next) => {
            choose(next);
            setErrors((known) => ({ ...known, supplier_id: null }));
          }}
          onReference={setReference}
          onReason={(text) => {
            setReason(text);
            setErrors((known) => ({ ...known, reason: null }));
          }}
          onSend={() => void send()}
        />
      }
      onSend={() => void send()}
      onDiscard={() => {
        keys.forget();
        choose(null);
        setReference('');
        setReason('');
      }}
    />
  );
}
