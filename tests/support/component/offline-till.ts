import { onTestFinished } from 'vitest';
import type { DraftSnapshot } from '#bridge/drafts.ts';
import type {
  KeptOpening,
  KeptSale,
  OfflineCompleted,
  OfflineCompletion,
  OfflineState,
  SaleWanted,
  ShiftToOpen,
} from '#bridge/offline-sales.ts';
import type { PrintJob } from '#bridge/printing.ts';
import { offlineCart } from '#contract/offline-sales.ts';
import { z } from '#contract/zod.ts';
import { referenceKey } from '#domain/payments.ts';
import { paperOf } from '#renderer/features/pos/offline/paper.ts';
import { till } from '#renderer/lib/till.ts';

export const HOUR = 3_600_000;
const HALF_HOUR = 1_800_000;

/** As main/offline/sales-file.ts finds a sale. */
function isWanted(kept: KeptSale, wanted: SaleWanted): boolean {
  if (!('draft_id' in wanted))
    return Object.entries(wanted).every(([name, value]) => kept[name as keyof KeptSale] === value);
  const { state, transaction_id: id, draft_id } = kept;
  return draft_id === wanted.draft_id && (state !== 'recorded' || (id ?? draft_id) === draft_id);
}

/** What a test does with the till's main process. */
export type OfflineTillStandIn = {
  /** What the page gave to be sold, oldest first. */
  completions: OfflineCompletion[];
  /** The shifts that the page opened. */
  openings: ShiftToOpen[];
  /** The server has taken the opening, or made another shift of it. */
  openingSent: (shiftId: number) => void;
  printed: PrintJob[];
  /** Refuses the next completion. */
  refuseNext: (sentence: string) => void;
  /** The till's clock goes on. */
  pass: (milliseconds: number) => void;
  /** Changes a sale of the file, as the sender does, and tells the page. */
  change: (key: string, changes: Partial<KeptSale>) => void;
  sales: () => KeptSale[];
  /** The carts that the till keeps, where it began with some. */
  carts: () => DraftSnapshot[];
  /** Tells the page a problem of sending. */
  hasProblem: (problem: string | null) => void;
  enrolled: unknown[];
};

/**
 * Makes the browser of the test a till of a store, with a file of sales in memory, until the end of the test; `carts` are
 * those that it keeps.
 */
export function standInTill(
  store: { id: number; code: string },
  { hasCredential = true, sales: first = [] as KeptSale[], carts: kept = [] as DraftSnapshot[] } = {},
): OfflineTillStandIn {
  const before = {
    kind: till.kind,
    offline: till.offline,
    print: till.printer.print,
    find: till.printer.find,
    drafts: { ...till.drafts },
  };
  const listeners = new Set<(state: OfflineState) => void>();
  let sales = [...first];
  let passed = 0;
  let refusal: string | null = null;
  const own = {
    store_id: store.id,
    store_code: store.code,
    till_id: 2,
    till_code: 'T2',
    till_name: 'Counter 2',
  };
  let state: OfflineState = {
    till: hasCredential ? own : null,
    is_ended: false,
    opening: null,
    waiting: 0,
    has_sales: false,
    references: [],
    problem: null,
    answered_at: Date.now() - HALF_HOUR,
    now: Date.now(),
  };
  const now = () => Date.now() + passed;
  const units = new Map<string, (number | null)[]>();
  const namesOf = (kept: KeptSale) => [
    ...(units.get(kept.key) ?? []),
    ...(paperOf(kept).lines ?? []).flatMap(({ imei, imei2, serial_number }) => [imei, imei2, serial_number]),
  ];
  const current = (): OfflineState => ({
    ...state,
    waiting:
      sales.filter((kept) => kept.state === 'waiting').length + (state.opening?.state === 'waiting' ? 1 : 0),
    has_sales: sales.length > 0,
    references: sales.flatMap((kept) =>
      paperOf(kept).payments.flatMap(({ reference_number: text }) => (text ? [referenceKey(text)] : [])),
    ),
    now: now(),
  });
  const tell = () => {
    for (const listener of listeners) listener(current());
  };
  const standIn: Pick<OfflineTillStandIn, 'completions' | 'openings' | 'printed' | 'enrolled'> = {
    completions: [],
    openings: [],
    printed: [],
    enrolled: [],
  };
  const offline: typeof till.offline = {
    enrol: (enrolment) => {
      standIn.enrolled.push(enrolment);
      const { till_key: _, ...given } = enrolment;
      state = { ...state, till: given, is_ended: false };
      tell();
      return Promise.resolve(current());
    },
    state: () => Promise.resolve(current()),
    sales: () => Promise.resolve(sales.toSorted((one, other) => other.made_at - one.made_at)),
    sale: (wanted) => Promise.resolve(sales.findLast((kept) => isWanted(kept, wanted)) ?? null),
    sold: ({ names }) =>
      Promise.resolve(
        names.flatMap((name) => {
          const sale = sales.findLast((kept) => kept.number === name || namesOf(kept).includes(name));
          return sale ? [{ name, sale }] : [];
        }),
      ),
    export: () => Promise.resolve({ name: 'sales.json', text: '{}' }),
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    openShift: (shift) => {
      const refused = refusal;
      refusal = null;
      if (refused !== null) return Promise.resolve({ refused });
      standIn.openings.push(shift);
      const { store_id, staff: opened_by, amount } = shift;
      const number = `${own.store_code}-T2A-X000001`;
      const opening: KeptOpening = {
        ...{ key: crypto.randomUUID(), number, store_id, state: 'waiting', opened_at: now() },
        ...{ opened_by, amount, shift_id: null },
      };
      state = { ...state, opening };
      tell();
      return Promise.resolve({ opening });
    },
    complete: (completion): Promise<OfflineCompleted> => {
      const refused = refusal;
      refusal = null;
      if (refused !== null) return Promise.resolve({ refused });
      standIn.completions.push(completion);
      const cart = z.decode(offlineCart, completion.cart);
      const number = `${own.store_code}-T2A-X${String(sales.length + 1).padStart(6, '0')}`;
      const made_at = now();
      const paper = JSON.parse(completion.receipt) as object;
      const sale: KeptSale = {
        kind: 'sale',
        key: crypto.randomUUID(),
        number,
        store_id: cart.store_id,
        cart_key: completion.cart_key,
        draft_id: cart.draft?.id ?? null,
        made_at,
        total: cart.total_amount,
        change: cart.change_due,
        state: 'waiting',
        problem: null,
        invoice_number: null,
        transaction_id: null,
        receipt: JSON.stringify({ ...paper, offline_number: number, completed_at: made_at, qr: number }),
      };
      sales = [...sales, sale];
      const sold = cart.lines.map(({ inventory_item_id }) => inventory_item_id);
      units.set(sale.key, sold);
      tell();
      return Promise.resolve({ sale });
    },
  };
  const print: typeof till.printer.print = (job) => {
    // As the queue: a key that was used prints nothing.
    if (!standIn.printed.some(({ job_key }) => job_key === job.job_key))
      standIn.printed.push(job as PrintJob);
    return Promise.resolve({
      job_key: job.job_key,
      state: 'confirmed',
      printer: 'Test printer',
      drawer_opened: job.open_drawer,
      reason: null,
    });
  };
  Object.assign(till, { kind: 'electron', offline });
  const find: typeof till.printer.find = (key) => {
    const isKnown = standIn.printed.some(({ job_key }) => job_key === key);
    return Promise.resolve(
      isKnown
        ? { job_key: key, state: 'confirmed', printer: 'Test printer', drawer_opened: false, reason: null }
        : null,
    );
  };
  Object.assign(till.printer, { print, find });
  let carts = [...kept];
  if (kept.length > 0) {
    Object.assign(till.drafts, {
      list: () => Promise.resolve(carts),
      remove: (key: string) => {
        carts = carts.filter(({ cart_key }) => cart_key !== key);
        return Promise.resolve();
      },
    });
  }
  onTestFinished(() => {
    Object.assign(till, { kind: before.kind, offline: before.offline });
    Object.assign(till.printer, { print: before.print, find: before.find });
    Object.assign(till.drafts, before.drafts);
  });
  return {
    ...standIn,
    refuseNext: (sentence) => {
      refusal = sentence;
    },
    pass: (milliseconds) => {
      passed += milliseconds;
      tell();
    },
    change: (key, changes) => {
      sales = sales.map((kept) => (kept.key === key ? { ...kept, ...changes } : kept));
      tell();
    },
    sales: () => sales,
    carts: () => carts,
    openingSent: (shift_id) => {
      if (state.opening) state = { ...state, opening: { ...state.opening, state: 'recorded', shift_id } };
      tell();
    },
    hasProblem: (problem) => {
      state = { ...state, problem };
      tell();
    },
  };
}
