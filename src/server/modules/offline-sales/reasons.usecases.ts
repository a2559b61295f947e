import type { OfflineSale } from '#contract/offline-sales.ts';
import type { Store } from '#contract/stores.ts';
import {
  CLOCK_TOLERANCE,
  limitText,
  offlineRulesOf,
  partsOfOfflineNumber,
  passedLimits,
  paymentFault,
} from '#domain/offline-sales.ts';
import type { SettleReason } from '#domain/settle-reasons.ts';
import { needsReference, referenceKey } from '#domain/payments.ts';
import { can, type Permission } from '#domain/permissions.ts';
import { formatInstant, zonesOf } from '#domain/store-time.ts';
import type { Reader } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import type { LatePlace } from '../shifts/shifts.public.ts';
import { personAsCaller } from '../staff/staff.public.ts';
import { getStore, type freeInvoiceNumber } from '../stores/stores.public.ts';
import { toldSince } from '../tills/tills.public.ts';
import type { SentBack } from '../supplier-returns/supplier-returns.public.ts';
import { findReferencesUsed, type KnownDraft, type Reason } from '../transactions/transactions.public.ts';
import { findDeposits } from '../units/units.public.ts';
import type { OfflineRow } from './offline-sales.repository.ts';
import { whatIsOutOfOrder, type OrderedText } from './order.queries.ts';
import { priceReasons, taxReasons, type Priced } from './price-reasons.usecases.ts';
import type { TakenLine } from './take-lines.usecases.ts';

/** Who did it, and where. */
export type Named = { session: Session; isActive: boolean; store: Store };

type Moments = Pick<OfflineSale, 'made_at' | 'answered_at'>;

/**
 * Returns since when a sale of a series can have been made: since its till was named and the credential of the series was
 * given, and after its till told last that it had made none with such a number. What is sent again after a restore was made and told of
 * in data that are lost: the till may be another one by now.
 */
export function madeSince(
  { number, invoice_number }: { number: string; invoice_number: string | null },
  { createdAt, told }: { createdAt: number; told: Parameters<typeof toldSince>[0] | undefined },
): number {
  const no = partsOfOfflineNumber(number)?.no ?? 0;
  if (invoice_number !== null) return 0;
  if (!told) return createdAt;
  return Math.max(createdAt, toldSince(told, no) - CLOCK_TOLERANCE);
}

/** The moment of a text, between the till's last answer and now; not certain if its till told another one. */
export function momentOf(
  { made_at, answered_at }: Moments,
  { since, now }: { since: number; now: number },
): { at: number; isCertain: boolean } {
  const from = Math.min(now, Math.max(since, answered_at));
  const at = Math.min(now, Math.max(from, made_at));
  const isCertain = Math.abs(at - made_at) <= CLOCK_TOLERANCE && answered_at <= made_at;
  return { at, isCertain };
}

/** Finds what is not as it should be, one reason for each, by what its parameter names. */
type Check<Known> = (known: Known) => Promise<Reason[]> | Reason[];

/** Returns a check that says why in sentences. */
const because =
  <Known>(
    code: SettleReason,
    textsOf: (known: Known) => Promise<readonly string[]> | readonly string[],
  ): Check<Known> =>
  async (known) =>
    (await textsOf(known)).map((text) => ({ code, text }));

/** Returns all reasons that some checks find, in their order. */
export async function reasonsBy<Known>(checks: readonly Check<Known>[], known: Known): Promise<Reason[]> {
  const found: Reason[] = [];
  for (const check of checks) found.push(...(await check(known)));
  return found;
}

/** A text as it came. */
type KnownText = {
  reader: Reader;
  sent: { key: string; number: string; hash: string };
  /** Its row, with the hash of what came. */
  claimed: OrderedText & Pick<OfflineRow, 'hash'>;
  /** Its content; null if it cannot be read. */
  told: Pick<OfflineSale, 'key' | 'number' | 'previous_hash'> | null;
  /** True if it had a full card number. */
  isMasked: boolean;
  sender: { name: string } | null;
  till: { code: string; letter: string | null; hasEnded: boolean };
};

/** The checks of how a text came, before what it says is recorded. */
export const textChecks: readonly Check<KnownText>[] = [
  because('altered', ({ sent, claimed }) =>
    sent.hash === claimed.hash ? [] : ['Its text was changed after the till had written it'],
  ),
  because('by_hand', ({ sender }) => (sender ? [`${sender.name} sent it from the till’s file`] : [])),
  because('ended', ({ till }) => (till.hasEnded ? ['It was made with an access that has ended'] : [])),
  because('payment', ({ isMasked }) =>
    isMasked
      ? [
          'A card payment named a full card number. Only its last four digits are kept: enter the slip’s reference',
        ]
      : [],
  ),
  because('altered', ({ sent, told }) =>
    told === null || (told.key === sent.key && told.number === sent.number)
      ? []
      : ['Its text names another sale than it was sent as'],
  ),
  because('order', ({ reader, claimed, told, till }) =>
    told === null ? [] : whatIsOutOfOrder(reader, claimed, told, till),
  ),
];

/** What a person did, and the permission that it needs. */
type Act = { did: string; permission: Permission; toDo: string };
export const SOLD: Act = { did: 'sold', permission: 'transactions.create', toDo: 'sell' };
export const OPENED: Act = { did: 'opened', permission: 'shifts.close', toDo: 'open shifts' };

/** A sale, or the opening of a shift, that was read. */
type KnownRecord = {
  told: Moments & Partial<Pick<OfflineSale, 'total_amount' | 'payments'>>;
  named: Named;
  act: Act;
  /** True if the person has never signed in with its credential. */
  isStranger: boolean;
  moment: { isCertain: boolean };
  /** The number that it had before the data were restored; null for what is sent for the first time. */
  before: string | null;
  /** Why it has another number now, where it has. */
  given: Awaited<ReturnType<typeof freeInvoiceNumber>>;
};

/** The store's limits that were passed, by its rules of today; an opening has no total and no payments. */
const limits = because<KnownRecord>('limit', ({ told, named: { store } }) => {
  const { made_at: now, answered_at: answeredAt, total_amount: total = 0, payments = [] } = told;
  const rules = offlineRulesOf(store.settings);
  return passedLimits(rules, { total, payments, now, answeredAt }).map((passed) => limitText(passed, rules));
});

/** Why the person who did it may not. */
const person = because<KnownRecord>('staff', ({ named, act, isStranger }) => {
  const {
    session: { staff },
    isActive,
    store,
  } = named;
  const { did, permission, toDo } = act;
  const why = !isActive
    ? 'does not work here any more'
    : !staff.store_ids.includes(store.id)
      ? `does not work at ${store.name}`
      : can(staff, permission)
        ? isStranger
          ? 'has not signed in at this till since it got its access'
          : null
        : `may not ${toDo}`;
  return why === null ? [] : [`${staff.name}, who ${did} it, ${why}`];
});

const momentTold = because<KnownRecord>('moment', ({ told, named: { store }, moment }) =>
  moment.isCertain
    ? []
    : [`Its till says that it was made on ${formatInstant(told.made_at, zonesOf(store))}, which cannot be`],
);

const restored = because<KnownRecord>('restored', ({ before, given }) => {
  if (before === null) return [];
  if (given === 'taken')
    return [`It was ${before} before the data were restored, a number that another sale has now`];
  if (given === 'unproved')
    return [
      `Its till says that it was ${before} before the data were restored, and does not prove it. It has the next number`,
    ];
  return [`It was recorded before the data were restored, as ${before}`];
});

/** What is wrong with the opening of a shift. */
export const openingChecks: readonly Check<KnownRecord & { why: string | null }>[] = [
  because('shift', ({ why }) => (why === null ? [] : [why])),
  limits,
  person,
  momentTold,
  restored,
];

/** A sale, and what was found for it. */
type KnownSale = KnownRecord & {
  reader: Reader;
  told: OfflineSale;
  storeId: number;
  draft: KnownDraft;
  taken: readonly TakenLine[];
  late: LatePlace;
  priced: Priced;
};

/** What is wrong with a sale. */
export const saleChecks: readonly Check<KnownSale>[] = [
  because('unit', ({ taken }) => taken.flatMap(({ disputed }) => disputed ?? [])),
  because('taken_back', ({ draft }) =>
    draft.kind === 'taken_back'
      ? [
          `The same sale was completed with the server as ${draft.sale.invoice_number ?? ''}, and taken back since. Void this one, unless its items were sold again`,
        ]
      : [],
  ),
  because('staff', async ({ reader, draft }) => {
    if (draft.kind !== 'others') return [];
    const owner = await personAsCaller(reader, draft.row.staff_id);
    const name = owner?.session.staff.name ?? 'somebody else';
    return [`Its cart ${draft.row.draft_number} is that of ${name}`];
  }),
  because('other_store', async ({ reader, taken, storeId }) => {
    const texts: string[] = [];
    for (const { line, before } of taken) {
      // Those on their way are told by their transfer.
      if (!before || before.store_id === storeId || before.status === 'in_transit') continue;
      const { name } = await getStore(reader, before.store_id);
      texts.push(`${line.name} is an item of ${name}`);
    }
    return texts;
  }),
  ({ reader, taken, draft }) =>
    reservedReasons(reader, taken, { draftId: draft.kind === 'draft' ? draft.row.id : null }),
  ({ taken }) => sentBackReasons(taken),
  ({ reader, told, priced }) => priceReasons(reader, told, priced),
  ({ reader, told, named: { store }, priced: { at } }) => taxReasons(reader, told, { store, at }),
  limits,
  person,
  momentTold,
  because('shift', ({ late: { isInTime, missed } }) =>
    isInTime
      ? []
      : [
          missed
            ? `Shift ${missed.number}, in which it was made, took no sales any more`
            : 'The shift in which it was made is not known',
        ],
  ),
  because('payment', ({ told: { payments } }) => payments.flatMap((payment) => paymentFault(payment) ?? [])),
  because('reference', ({ reader, told }) => referencesUsed(reader, told)),
  restored,
];

/** Says that a receipt was not mailed since its till had sent too many. */
export const TOO_MANY_MAILS: Reason = {
  code: 'limit',
  text: 'Its till sent very many receipts by email. This one is sent once it is settled',
};

/** Returns which units are in other drafts with payments, which stand there as they did, also where the hold has lapsed. */
export async function reservedReasons(
  reader: Reader,
  taken: readonly { line: { name: string }; before: { id: number } | null }[],
  { draftId }: { draftId: number | null },
): Promise<Reason[]> {
  const drafts = await findDeposits(
    reader,
    taken.flatMap(({ before }) => before?.id ?? []),
  );
  return taken.flatMap(({ line: { name }, before }): Reason[] =>
    drafts
      .filter(({ id, unit_id }) => unit_id === before?.id && id !== draftId)
      .map(({ transaction_number }) => ({
        code: 'reserved',
        text: `${name} was reserved for ${transaction_number}, whose payments stand`,
      })),
  );
}

/** Returns which units stood in returns to suppliers, which have them no more. */
export const sentBackReasons = (
  taken: readonly { line: { name: string }; sentBack: SentBack | null }[],
): Reason[] =>
  taken.flatMap(({ line: { name }, sentBack }) =>
    sentBack === null
      ? []
      : [
          {
            code: 'supplier_return',
            text: `${name} was in return ${sentBack.number} to ${sentBack.supplier}, and is out of it now. Check the supplier’s credit`,
          },
        ],
  );

/** Returns which references of a sale's payments another sale has, too, or another payment of it. */
async function referencesUsed(reader: Reader, { payments }: OfflineSale): Promise<string[]> {
  const references = payments.flatMap(({ method, reference_number: text }) => {
    const key = needsReference(method) && text !== null ? referenceKey(text) : '';
    return key === '' ? [] : [{ method, key, text }];
  });
  const used = await findReferencesUsed(reader, references);
  return references.flatMap(({ method, key, text }, place) => {
    const use = used(method, key);
    const first = references.findIndex((other) => other.method === method && other.key === key);
    return [
      ...(use === undefined ? [] : [`Reference ${text} was used in ${use}, too`]),
      ...(first === place ? [] : [`Reference ${text} stands twice in this sale`]),
    ];
  });
}
