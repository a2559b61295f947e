import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { ApiError } from '#contract/errors.ts';
import { purchaseOrders, type PurchaseOrder } from '#contract/purchase-orders.ts';
import { type ExpectedSerial, type GoodsReceipt, type ReceiptForm, receiving } from '#contract/receiving.ts';
import { announcedBy, unitCodeFields } from '#domain/receiving.ts';
import { api } from '#renderer/lib/api.ts';
import { read } from '#renderer/lib/read.ts';
import { useSavedNote } from '#renderer/lib/saved-note.ts';
import { isLost } from '#renderer/lib/send-once.ts';
import { serverNow } from '#renderer/lib/server-time.ts';
import { soundDone, soundError } from '#renderer/lib/sound.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { lastScanNow } from './last-scan.ts';
import { isUnchecked } from './number-checks.ts';
import { announcementOf, lackingNumbers, oddUnits } from './placing.ts';
import {
  countOf,
  isBegun,
  linesOf,
  receivedOf,
  roomOf,
  takenOf,
  type Line,
  type ReceiptDraft,
  type ScannedUnit,
} from './receipt-draft.ts';
import {
  changedSince,
  leftOf,
  namedRefusal,
  receivableOf,
  requestOf,
  toldRefusal,
  unitProblems,
  whyNotReceived,
  type Sent,
  type Since,
} from './receipt-request.ts';
import type { ScannedRow } from './scanned-table.tsx';
import { heldUnit, type Scanning } from './scanning-state.ts';
import { createScanning } from './scanning.ts';
import { unitDoubts } from './unit-doubts.ts';
import { useTellScanned } from './use-tell-scanned.ts';

type Request = { body: ReceiptForm } & Sent;
const isSent = (request: Sent & { body: ReceiptForm | null }): request is Request => request.body !== null;

type Chosen = Pick<ReceiptDraft, 'lines' | 'prints_labels'>;

const newDraft = (
  order: PurchaseOrder,
  { lines, prints_labels }: Chosen = { lines: {}, prints_labels: false },
): ReceiptDraft => ({
  prints_labels,
  units: [],
  // The choices hold for the next receipt too; the counts do not.
  lines: Object.fromEntries(
    Object.entries(lines).map(([id, { typed: _, ...line }]) => [id, { ...line, plain: 0 }]),
  ),
  notes: '',
  key: crypto.randomUUID(),
  sent: null,
  begun_at: serverNow(),
  itemId: null,
  openNo: null,
  received: receivedOf(order),
});

/** Milliseconds between two tries to check what the server could not be asked about. */
const CHECK_AGAIN = 10_000;

/** What cannot be received stands first, then what is compared with its box. */
const rank = ({ problems, doubt }: Pick<ScannedRow, 'problems' | 'doubt'>) =>
  problems.length > 0 ? 0 : doubt ? 1 : 2;

/** Statuses that the server returns only after it checked if the request was done already. */
const SETTLED = [404, 409, 422];

type Input = {
  order: PurchaseOrder;
  announced: readonly ExpectedSerial[];
  /** The storage name, and the draft saved under it. */
  name: string;
  saved: ReceiptDraft;
  /** Prints the label of a scanned unit, once per key. */
  printLabel: (unit: ScannedUnit, line: Line, key: string) => void;
};

type Scanner = ReturnType<typeof createScanning>;

/** Makes the scanner of an order once: it goes on with what was saved. */
function useScanner({ order, announced, saved, printLabel }: Input, lines: readonly Line[]) {
  const { staff } = useSignedIn();
  const latest = useLatest({ lines, announced, printLabel, order });
  const [scanning] = useState(() =>
    createScanning(isBegun(saved) ? saved : newDraft(order), {
      lines: () => latest.current.lines,
      announced: () => latest.current.announced,
      check: async (code) => {
        const found = await api.purchaseOrders.lookUp({ params: { orderId: order.id }, query: { code } });
        const { scanned_by: other } = found;
        if (other?.id !== staff.id) return found;
        return { ...found, scanned_by: { name: `${other.name}, at another computer,` } };
      },
      soundError,
      onUnit: (unit, line, { prints_labels, key }) => {
        soundDone();
        const number = unitCodeFields.map((field) => unit[field] ?? '').join('-');
        if (prints_labels) latest.current.printLabel(unit, line, `${key}-${number}`);
      },
    }),
  );
  return { scanning, latest };
}

type Latest = ReturnType<typeof useScanner>['latest'];

/** Saves what is scanned, and checks it again when others may have taken it. */
function useKeeping({ order, name }: Input, { draft, marks }: Scanning, scanning: Scanner, latest: Latest) {
  useSavedNote(name, isBegun(draft) ? draft : null);
  // Numbers of a restored draft may be taken meanwhile; if its outcome is unknown, perhaps by the draft itself.
  useEffect(() => {
    if (!scanning.read().draft.sent) scanning.checkAgain();
  }, [scanning]);
  const hasUnchecked = draft.sent === null && [...marks.values()].some(isUnchecked);
  useEffect(() => {
    if (!hasUnchecked) return undefined;
    const timer = setInterval(scanning.checkUnchecked, CHECK_AGAIN);
    return () => clearInterval(timer);
  }, [scanning, hasUnchecked]);
  const received = JSON.stringify(receivedOf(order));
  useEffect(() => {
    const { draft: now } = scanning.read();
    // What came before the first scan concerns nobody.
    if (!isBegun(now)) scanning.setReceived(receivedOf(latest.current.order));
    // What others received may be what stands here.
    else if (!now.sent && takenOf(now, latest.current.order).length > 0) scanning.checkAgain();
  }, [scanning, latest, received]);
}

/** Sends receipts, and keeps what came of the last one. */
function useSendingReceipt(order: PurchaseOrder, scanning: Scanner) {
  const queryClient = useQueryClient();
  const [receipt, setReceipt] = useState<GoodsReceipt | null>(null);
  const [since, setSince] = useState<Since | null>(null);
  const [keys] = useState(() => ({
    read: () => scanning.read().draft.key,
    /** Removes what was received; scans made since stay for another receipt. */
    forget: () => {
      const { draft: whole } = scanning.read();
      if (!whole.sent) return;
      const left = leftOf(whole, whole.sent);
      scanning.restart({ ...left.draft, key: crypto.randomUUID(), begun_at: serverNow() });
      setSince(left.since);
    },
  }));
  const change = useRouteMutation(
    receiving.receive,
    // The screen itself reports success.
    { failed: 'Failed to receive items' },
    { keys },
  );
  return {
    busy: change.busy,
    receipt,
    setReceipt,
    since,
    setSince,
    /**
     * Returns true if it is known that the receipt was not received. `isQuiet`: hides errors, as another request
     * follows.
     */
    send: async ({ body, ...request }: Request, isQuiet: boolean): Promise<boolean> => {
      const isFirst = scanning.read().draft.sent === null;
      let isRefused = false;
      const onError = (refusal: ApiError) => {
        isRefused = !isLost(refusal) && (isFirst || SETTLED.includes(refusal.status));
        if (!isRefused) return refusal;
        scanning.setSent(null);
        if (isQuiet) return null;
        const told = toldRefusal(refusal.fields, request);
        // Somebody else may have taken further ones, too.
        scanning.checkAgain();
        scanning.refused(told.units, told.lines);
        return namedRefusal(refusal, told, request.lines);
      };
      scanning.setSent(body);
      const done = await change.run({ params: { orderId: order.id }, body }, onError);
      if (done) {
        setReceipt(done.receipt);
        // Shows at once what remains.
        queryClient.setQueryData<PurchaseOrder>(
          read(purchaseOrders.get, { params: { orderId: order.id } }).queryKey,
          done.order,
        );
        scanning.setReceived(receivedOf(done.order));
      }
      return isRefused;
    },
  };
}

type Sending = ReturnType<typeof useSendingReceipt>;

const countAll = (draft: ReceiptDraft, lines: readonly Line[]) =>
  lines.reduce((sum, line) => sum + countOf(draft, line), 0);

/** Receives what is scanned: all of it, or what can be received while the rest cannot. */
function createReceiving(
  { lines, announced }: { lines: readonly Line[]; announced: readonly ExpectedSerial[] },
  state: Scanning,
  { scanning, latest, sending }: { scanning: Scanner; latest: Latest; sending: Sending },
) {
  const { draft } = state;
  const { busy, receipt, send, setSince } = sending;
  const disabledReason = whyNotReceived(state, lines, announced);
  const rest = receivableOf(state, lines, announced);
  const restCount = countAll(rest, lines);
  const mayReceiveRest =
    disabledReason !== null &&
    restCount > 0 &&
    whyNotReceived({ ...state, draft: rest }, lines, announced) === null;
  return {
    disabledReason,
    receive: async () => {
      if (busy || disabledReason !== null || receipt !== null) return;
      if (!draft.sent) scanning.nextUnit();
      const isChanged = changedSince(draft, lines);
      const again = { ...requestOf(draft, lines), body: draft.sent };
      if (isSent(again) && !((await send(again, isChanged)) && isChanged)) return;
      // The first request was not received: the present draft is sent instead.
      const now = scanning.read();
      const ofNow = latest.current.lines;
      if (whyNotReceived(now, ofNow, latest.current.announced) === null)
        await send(requestOf(now.draft, ofNow), false);
    },
    /** The number of units that can be received while others cannot; null if all can, or none. */
    restCount: mayReceiveRest ? restCount : null,
    /** Receives what can be received, and keeps the others on the screen. */
    receiveRest: async () => {
      if (busy || !mayReceiveRest || receipt !== null) return;
      scanning.nextUnit();
      const now = scanning.read();
      const ofNow = latest.current.lines;
      const most = receivableOf(now, ofNow, latest.current.announced);
      const leftOut = countAll(now.draft, ofNow) - countAll(most, ofNow);
      await send(requestOf(most, ofNow), false);
      setSince((told) => told && { ...told, added: Math.max(0, told.added - leftOut), leftOut });
    },
  };
}

/** Returns the rows of the scanned units: what cannot be received first, then what is compared with its box, then the newest. */
function rowsOf(state: Scanning, lines: readonly Line[], announced: readonly ExpectedSerial[]): ScannedRow[] {
  const { draft, marks } = state;
  const problems = unitProblems(state, lines);
  const doubts = unitDoubts(draft, lines, announced);
  const held = heldUnit(state);
  return [...draft.units]
    .reverse()
    .map((unit) => ({
      unit,
      line: lines.find(({ itemId }) => itemId === unit.itemId) ?? null,
      marks: marks.get(unit.no),
      problems: problems.get(unit.no) ?? [],
      doubt: doubts.get(unit.no) ?? null,
      isHeld: unit === held,
    }))
    .toSorted((one, other) => rank(one) - rank(other));
}

/** Returns what the scanned units and the announced ones say of each other. */
function comparedOf({ draft }: Scanning, lines: readonly Line[], announced: readonly ExpectedSerial[]) {
  const announcementFor = announcedBy(announced);
  const here = new Set(
    draft.units.map(announcementFor).flatMap((found) => (found?.agrees ? found.announced : [])),
  );
  return {
    /** Announced units that are neither here nor received. */
    missing: announced.filter((row) => row.inventory_item_id === null && !here.has(row)),
    unannounced: draft.units.filter((unit) => {
      const line = lines.find(({ itemId }) => itemId === unit.itemId);
      return line !== undefined && announcementOf(unit, line, announced)?.isRight === false;
    }).length,
  };
}

/** Receives an order: its scans, saved on this computer until received, and their outcome. */
export function useReceiving(input: Input) {
  const { order, announced, saved } = input;
  // Not with each scan: a supplier's list may be long.
  const lines = useMemo(() => linesOf(order, announced), [order, announced]);
  const { scanning, latest } = useScanner(input, lines);
  const state = useSyncExternalStore(scanning.subscribe, scanning.read);
  const { draft, marks } = state;
  const [wasSaved, setWasSaved] = useState(isBegun(saved));
  useKeeping(input, state, scanning, latest);
  useTellScanned(order, draft, lines);
  const sending = useSendingReceipt(order, scanning);
  const { receipt, setReceipt, since, setSince } = sending;
  const goOn = () => {
    setReceipt(null);
    setSince(null);
    setWasSaved(false);
  };
  return {
    scanning,
    state,
    lines,
    count: countAll(draft, lines),
    remaining: lines.reduce((sum, line) => sum + line.remaining, 0),
    /** What remained before this receipt, also while it is unknown whether that was received. */
    total: lines.reduce((sum, line) => sum + countOf(draft, line) + roomOf(draft, line), 0),
    busy: sending.busy,
    ...createReceiving({ lines, announced }, state, { scanning, latest, sending }),
    /** What others received of the order since this receipt was begun, by item. */
    taken: isBegun(draft) && draft.sent === null && receipt === null ? takenOf(draft, order) : [],
    /** The receipt received last; null while scanning. */
    receipt,
    /** Changes made between sending and answer; null if nothing was sent. */
    since,
    /** Continues with the next receipt and what is left for it. */
    goOn,
    /** Continues with the next receipt, and a scan as its first. */
    goOnWith: (code: string) => {
      goOn();
      scanning.take(code);
    },
    restart: () => {
      scanning.restart(newDraft(order, draft));
      setWasSaved(false);
    },
    /** The number of units sent whose outcome is unknown; null if none is. */
    sentCount: draft.sent?.items.reduce((sum, row) => sum + row.quantity_received, 0) ?? null,
    /** True if the draft differs from what was sent. */
    isChanged: changedSince(draft, lines),
    /** True if it continues from a saved draft. */
    wasSaved: wasSaved && receipt === null,
    isBegun: isBegun(draft),
    ...comparedOf(state, lines, announced),
    /** Units whose number looks wrong. */
    odd: oddUnits(draft, lines),
    /** What is missing of the units: `2 units without IMEI`. */
    lacking: lackingNumbers(draft, lines),
    rows: rowsOf(state, lines, announced),
    /** What the last scan says by now. */
    lastScan: lastScanNow(state.lastScan, { draft, marks, lines }),
  };
}
export type Receiving = ReturnType<typeof useReceiving>;
