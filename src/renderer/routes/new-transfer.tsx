import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ApiError } from '#contract/errors.ts';
import { PER_PAGE_MAX } from '#contract/pages.ts';
import { stores } from '#contract/stores.ts';
import { transfers, type TransferableUnit } from '#contract/transfers.ts';
import { TRANSFER_MAX, whyNotSendable } from '#domain/transfers.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import {
  NOTHING_PACKED,
  packing,
  packingName,
  type Packing,
} from '#renderer/features/transfers/saved-packing.ts';
import { SendCard } from '#renderer/features/transfers/send-card.tsx';
import { api } from '#renderer/lib/api.ts';
import { fieldMessages } from '#renderer/lib/failures.ts';
import { useSavedNote } from '#renderer/lib/saved-note.ts';
import { useSavedRequest } from '#renderer/lib/saved-request.ts';
import { createPicking, leftText, packed } from '#renderer/lib/picking.ts';
import { read } from '#renderer/lib/read.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useIsShown } from '#renderer/lib/use-is-shown.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { SavedInput } from '#renderer/ui/saved-input.tsx';
import { PackingPage } from '#renderer/ui/packing-page.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';

const find = async (code: string) => (await api.transfers.lookUp({ query: { code } })).data;

/** /inventory/transfers/new: scans units and sends them to another store. */
export function NewTransferPage() {
  const { store, staff } = useSignedIn();
  const name = packingName(staff.id, store.id);
  const back = useBackToList('/inventory/transfers');
  // A transfer holds units of one store: with another store the page starts over.
  return (
    <SavedInput
      name={name}
      schema={packing}
      nothing={NOTHING_PACKED}
      what="transfer"
      title="New Transfer"
      back={{ to: back, label: 'Transfers' }}
    >
      {(saved) => <NewTransfer key={name} name={name} saved={saved} />}
    </SavedInput>
  );
}

function NewTransfer({ name, saved }: { name: string; saved: Packing }) {
  const { store } = useSignedIn();
  const navigate = useNavigate();
  const notify = useNotify();
  const { state } = useLocation() as { state: unknown };
  const back = useBackToList('/inventory/transfers');
  const isShown = useIsShown();
  const [picking] = useState(() => {
    const problemOf = ({ place }: TransferableUnit) => whyNotSendable(place, store.id);
    const begun = createPicking({ what: 'transfer', find, problemOf, soundError });
    begun.restore(saved.codes, saved.picked);
    return begun;
  });
  const { rows, verdict } = useSyncExternalStore(picking.subscribe, picking.read);
  const [toStoreId, setToStoreId] = useState(saved.to_store_id);
  const [storeError, setStoreError] = useState<string | null>(null);
  const [reason, setReason] = useState(saved.reason);
  const [isSent, setSent] = useState(false);
  const { request, keys } = useSavedRequest(saved.request);
  const { codes, picked, unitIds, ...pack } = packed(rows, {
    none: 'Scan the units to send',
    max: TRANSFER_MAX,
  });
  const isEmpty = codes.length === 0 && toStoreId === null && reason === '' && request === null;
  const note = { codes, to_store_id: toStoreId, reason, request, picked: request ? picked : [] };
  useSavedNote(name, isSent || isEmpty ? null : (note satisfies Packing));
  const directory = useQuery(read(stores.directory, { query: { is_active: true, per_page: PER_PAGE_MAX } }));
  const { busy, run } = useRouteMutation(
    transfers.create,
    {
      done: ({ number, to_store }) => ({ title: `${number} sent`, body: `To ${to_store.name}` }),
      failed: 'Failed to send transfer',
    },
    { keys },
  );

  const onError = (refusal: ApiError) => {
    picking.refuse(refusal.details.units ?? []);
    const message = fieldMessages(refusal)?.to_store_id ?? null;
    setStoreError(message);
    return message === null ? refusal : null;
  };
  const send = async () => {
    if (toStoreId === null) return setStoreError('Choose the store that it goes to');
    const body = { item_ids: unitIds, to_store_id: toStoreId, reason: reason.trim() || null };
    const sent = await run({ body }, onError);
    if (!sent) return;
    const left = picking.sent(sent.items);
    if (left > 0) {
      const { title, body: said } = leftText(left, sent.number);
      return notify.warning(title, said);
    }
    setSent(true);
    if (isShown()) await navigate(`/inventory/transfers/${sent.id}`, { replace: true, state });
  };
  return (
    <PackingPage
      what="transfer"
      title="New Transfer"
      line={`From ${store.name}. Scan what goes into the box: it stays here until it is sent or discarded.`}
      hint="Its IMEI, serial number or QR code. A product’s barcode takes the next free one."
      back={{ to: back, label: 'Transfers' }}
      picking={picking}
      rows={rows}
      verdict={verdict}
      busy={busy}
      isUnanswered={request !== null && !busy}
      disabledReason={pack.disabledReason}
      side={
        <SendCard
          {...pack}
          fromName={store.name}
          stores={directory.data?.data.filter(({ id }) => id !== store.id)}
          toStoreId={toStoreId}
          storeError={storeError}
          reason={reason}
          busy={busy}
          onStore={(id) => {
            setToStoreId(id);
            setStoreError(null);
          }}
          onReason={setReason}
          onSend={() => void send()}
        />
      }
      onSend={() => void send()}
      onDiscard={() => {
        keys.forget();
        setToStoreId(null);
        setReason('');
      }}
    />
  );
}
