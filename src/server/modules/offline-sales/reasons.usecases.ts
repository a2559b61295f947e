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
import type { TakenLine } from './take-lines.usecases.ts';

// Why a sale waits for a manager, each as a list that is empty where all is well.

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

/** Returns that the server had the same sale already, which was voided or refunded since, if so. */
export const takenBackReasons = (draft: KnownDraft): Reason[] =>
  draft.kind === 'taken_back'
    ? [
        {
          code: 'taken_back',
          text: `The same sale was completed with the server as ${draft.sale.invoice_number ?? ''}, and taken back since. Void this one, unless its items were sold again`,
        },
      ]
    : [];

/** Returns that its till told a moment which cannot be, if so. */
export const momentReasons = (
  { made_at }: Moments,
  { store }: Named,
  { isCertain }: { isCertain: boolean },
): Reason[] =>
  isCertain
    ? []
    : [
        {
          code: 'moment',
          text: `Its till says that it was made on ${formatInstant(made_at, zonesOf(store))}, which cannot be`,
        },
      ];

/** Returns what is to be said of how a text came, before it is read. */
export function sendingReasons(
  sent: { hash: string },
  row: Pick<OfflineRow, 'hash'>,
  { sender, till: { hasEnded } }: { sender: { name: string } | null; till: { hasEnded: boolean } },
): Reason[] {
  return [
    ...(sent.hash === row.hash
      ? []
      : [{ code: 'altered' as const, text: 'Its text was changed after the till had written it' }]),
    ...(sender ? [{ code: 'by_hand' as const, text: `${sender.name} sent it from the till’s file` }] : []),
    ...(hasEnded ? [{ code: 'ended' as const, text: 'It was made with an access that has ended' }] : []),
  ];
}

/** Returns that a text is another one than the one that it was sent as, if so. */
export const namingReasons = (
  sent: { key: string; number: string },
  { key, number }: Pick<OfflineSale, 'key' | 'number'>,
): Reason[] =>
  key === sent.key && number === sent.number
    ? []
    : [{ code: 'altered', text: 'Its text names another sale than it was sent as' }];

/** Returns which lines no unit was taken for. */
export const unitReasons = (taken: readonly TakenLine[]): Reason[] =>
  taken.flatMap(({ disputed }) => (disputed === null ? [] : [{ code: 'unit', text: disputed }]));

/** Returns which units stood in another store; those on their way are told by their transfer. */
export async function otherStoreReasons(
  reader: Reader,
  taken: readonly TakenLine[],
  storeId: number,
): Promise<Reason[]> {
  const reasons: Reason[] = [];
  for (const { line, before } of taken) {
    if (!before || before.store_id === storeId || before.status === 'in_transit') continue;
    const { name } = await getStore(reader, before.store_id);
    reasons.push({ code: 'other_store', text: `${line.name} is an item of ${name}` });
  }
  return reasons;
}

/** Returns whose cart its till sold, if it was somebody else's: that stays theirs. */
export async function othersCartReasons(reader: Reader, draft: KnownDraft): Promise<Reason[]> {
  if (draft.kind !== 'others') return [];
  const owner = await personAsCaller(reader, draft.row.staff_id);
  const name = owner?.session.staff.name ?? 'somebody else';
  return [{ code: 'staff', text: `Its cart ${draft.row.draft_number} is that of ${name}` }];
}

/** Says that a receipt was not mailed since its till had sent too many. */
export const TOO_MANY_MAILS: Reason = {
  code: 'limit',
  text: 'Its till sent very many receipts by email. This one is sent once it is settled',
};

/** What a person did, and the permission that it needs. */
type Act = { did: string; permission: Permission; toDo: string };
export const SOLD: Act = { did: 'sold', permission: 'transactions.create', toDo: 'sell' };
export const OPENED: Act = { did: 'opened', permission: 'shifts.close', toDo: 'open shifts' };

/** Returns why the person who did it may not, if so. */
export function staffReasons(
  { session: { staff }, isActive, store }: Named,
  { did, permission, toDo }: Act,
  { isStranger }: { isStranger: boolean },
): Reason[] {
  const why = !isActive
    ? 'does not work here any more'
    : !staff.store_ids.includes(store.id)
      ? `does not work at ${store.name}`
      : can(staff, permission)
        ? isStranger
          ? 'has not signed in at this till since it got its access'
          : null
        : `may not ${toDo}`;
  return why === null ? [] : [{ code: 'staff', text: `${staff.name}, who ${did} it, ${why}` }];
}

const NOTHING_SOLD = { total_amount: 0, payments: [] };

/** Returns the store's limits that were passed, by the store's rules of today; an opening has no total and no payments. */
export function limitReasons(
  { made_at: now, answered_at: answeredAt }: Moments,
  { store }: Named,
  { total_amount: total, payments }: Pick<OfflineSale, 'total_amount' | 'payments'> = NOTHING_SOLD,
): Reason[] {
  const rules = offlineRulesOf(store.settings);
  return passedLimits(rules, { total, payments, now, answeredAt }).map((passed) => ({
    code: 'limit',
    text: limitText(passed, rules),
  }));
}

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

/** Returns that the shift in which a sale was made does not have it, if so. */
export const shiftReasons = ({ isInTime, missed }: LatePlace): Reason[] =>
  isInTime
    ? []
    : [
        {
          code: 'shift',
          text: missed
            ? `Shift ${missed.number}, in which it was made, took no sales any more`
            : 'The shift in which it was made is not known',
        },
      ];

/** Returns which payments of a sale its till cannot have taken as it tells. */
export const paymentReasons = ({ payments }: OfflineSale): Reason[] =>
  payments.flatMap((payment) => {
    const text = paymentFault(payment);
    return text === null ? [] : [{ code: 'payment', text }];
  });

/** Returns that a text had a full card number, which is masked, if so. */
export const cardReasons = ({ isMasked }: { isMasked: boolean }): Reason[] =>
  isMasked
    ? [
        {
          code: 'payment',
          text: 'A card payment named a full card number. Only its last four digits are kept: enter the slip’s reference',
        },
      ]
    : [];

/** Returns the references of a sale's payments that another sale has, too, or another payment of it. */
export async function referenceReasons(reader: Reader, { payments }: OfflineSale): Promise<Reason[]> {
  const references = payments.flatMap(({ method, reference_number: text }) => {
    const key = needsReference(method) && text !== null ? referenceKey(text) : '';
    return key === '' ? [] : [{ method, key, text }];
  });
  const used = await findReferencesUsed(reader, references);
  return references.flatMap(({ method, key, text }, place): Reason[] => {
    const use = used(method, key);
    const first = references.findIndex((other) => other.method === method && other.key === key);
    return [
      ...(use === undefined
        ? []
        : [{ code: 'reference' as const, text: `Reference ${text} was used in ${use}, too` }]),
      ...(first === place
        ? []
        : [{ code: 'reference' as const, text: `Reference ${text} stands twice in this sale` }]),
    ];
  });
}

/**
 * Returns that it had a number before the data were restored, if so; `given` says why it has another one now, where it has.
 */
export const restoredReasons = (
  before: string | null,
  given: Awaited<ReturnType<typeof freeInvoiceNumber>> = null,
): Reason[] => {
  if (before === null) return [];
  const text =
    given === 'taken'
      ? `It was ${before} before the data were restored, a number that another sale has now`
      : given === 'unproved'
        ? `Its till says that it was ${before} before the data were restored, and does not prove it. It has the next number`
        : `It was recorded before the data were restored, as ${before}`;
  return [{ code: 'restored', text }];
};
