import { type Expression, sql, type SqlBool } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledChange, compiledRow, compiledRows, compiledWrite } from '../../db/compiled-query.ts';
import { isPaidForElsewhere } from './deposits.repository.ts';
import { isFree, nextFree, OWN, type UnitExpressions } from './units.repository.ts';

// Who has a unit: locked for a cart, reserved for a paid draft, sold, taken back.

export type Hold = {
  unitIds: readonly number[];
  storeId: number;
  staffId: number;
  sessionId: number;
  /** The draft that the unit is held for; null without one. */
  draftId: number | null;
  /** True to take over the holds of a resumed draft from any sign-in. */
  takeOver: boolean;
  /** True to take also what was paid for on another draft whose hold has ended. */
  paidForToo?: boolean;
  token: string;
  now: number;
  expiresAt: number;
};

type HoldOne = Omit<Hold, 'unitIds'>;

/**
 * True if a sign-in may have a unit that is held: it holds it itself. A draft may have it if no other one does, which is
 * in the cart of another window.
 */
function isOwnHold(
  eb: UnitExpressions,
  { sessionId, draftId, now }: Pick<Hold, 'sessionId' | 'draftId' | 'now'>,
) {
  const ofDraft = draftId === null ? [] : [eb('locked_for_draft', '=', draftId)];
  const isReserved = eb('till_lock_until', 'is not', null);
  return eb.or([
    eb.and([
      eb('locked_by_session', '=', sessionId),
      ...(draftId === null
        ? // Scanned once more into the cart that has it, a reserved one only while that is worked on.
          [eb.or([eb('till_lock_until', 'is', null), eb('till_lock_until', '>', now)])]
        : [eb.or([eb('locked_for_draft', 'is', null), ...ofDraft])]),
    ]),
    // Reserved for the draft, on which no till works.
    ...ofDraft.map((own) => eb.and([own, isReserved, eb('till_lock_until', '<=', now)])),
  ]);
}

/**
 * True if a unit can be taken for a draft without a word: it yields to the draft, or it is free and was not paid for on
 * another one.
 */
const isFreeFor = (
  eb: UnitExpressions,
  { draftId, now }: Pick<Hold, 'draftId' | 'now'>,
  yielding: Expression<SqlBool>[],
) =>
  eb.and([
    isFree(eb, now, yielding),
    eb.or([eb.and([eb('status', '=', 'locked'), eb.or(yielding)]), eb.not(isPaidForElsewhere(eb, draftId))]),
  ]);

/** Locks units that are free, whose hold has lapsed, or that the caller holds already. What is reserved stays so. */
const locking = (writer: Writer, hold: HoldOne) =>
  writer
    .updateTable('inventory_items')
    .set((eb) => ({
      status: 'locked',
      locked_at: hold.now,
      locked_by_id: hold.staffId,
      locked_by_session: hold.sessionId,
      // Scanned once more, a unit stays in the draft that has it.
      locked_for_draft:
        hold.draftId ??
        eb
          .case()
          .when(eb.and([eb('locked_by_session', '=', hold.sessionId), eb('lock_expires_at', '>', hold.now)]))
          .then(eb.ref('locked_for_draft'))
          .end(),
      lock_token: hold.token,
      till_lock_until: eb
        .case()
        .when(eb.and([eb('till_lock_until', 'is not', null), eb('lock_expires_at', '>', hold.now)]))
        // PostgreSQL takes a bare value for text.
        .then(sql<number>`cast(${hold.expiresAt} as bigint)`)
        .end(),
      lock_expires_at: eb
        .case()
        .when(eb.and([eb('till_lock_until', 'is not', null), eb('lock_expires_at', '>', hold.expiresAt)]))
        .then(eb.ref('lock_expires_at'))
        .else(hold.expiresAt)
        .end(),
    }))
    .where('store_id', '=', hold.storeId)
    .where((eb) => {
      const own = [
        isOwnHold(eb, hold),
        ...(hold.takeOver && hold.draftId !== null ? [eb('locked_for_draft', '=', hold.draftId)] : []),
      ];
      return hold.paidForToo ? isFree(eb, hold.now, own) : isFreeFor(eb, hold, own);
    });

const lockFree = compiledRows((writer: Writer, hold: Hold) =>
  locking(writer, hold).where('id', 'in', hold.unitIds).returning('id'),
);

/** Locks one unit; returns its own columns, undefined if another has it. */
export const lockOne = compiledRow((writer: Writer, { unitId, ...hold }: HoldOne & { unitId: number }) =>
  locking(writer, hold).where('id', '=', unitId).returning(OWN),
);

/**
 * Locks a variation's next free unit, unless another caller gets it at the same time; returns its own columns. One id is
 * no list: it is found once, by the index of free units.
 */
export const lockNextFree = compiledRow(
  (writer: Writer, { variationId, ...hold }: HoldOne & { variationId: number }) =>
    locking(writer, hold)
      .where(
        'id',
        '=',
        nextFree(writer, { variationId, storeId: hold.storeId, now: hold.now, paidForToo: false }),
      )
      .returning(OWN),
);

/** Locks units; of concurrent callers exactly one gets each. Returns the ids of those that another has. */
export async function lockUnits(writer: Writer, hold: Hold): Promise<number[]> {
  if (hold.unitIds.length === 0) return [];
  return lostOf(hold.unitIds, await lockFree(writer, hold));
}

/** Finds the draft that a unit is held for. */
export const findDraftOfUnit = compiledRow((reader: Reader, unitId: number) =>
  reader
    .selectFrom('inventory_items as unit')
    .innerJoin('transactions as draft', 'draft.id', 'unit.locked_for_draft')
    .select(['draft.id', 'draft.draft_number as transaction_number'])
    .where('unit.id', '=', unitId),
);

/** Sorted by id, since engines return rows in different orders. */
export function lostOf(wanted: readonly number[], won: readonly { id: number }[]): number[] {
  const ids = new Set(won.map(({ id }) => id));
  return wanted.filter((id) => !ids.has(id)).sort((a, b) => a - b);
}

/** The columns of a unit that nobody holds. */
export const FREED = {
  status: 'available',
  locked_at: null,
  locked_by_id: null,
  locked_by_session: null,
  locked_for_draft: null,
  lock_token: null,
  lock_expires_at: null,
  till_lock_until: null,
} as const;

/** Frees a unit that a sign-in holds for no draft; does nothing to any other. */
export const unlockUnit = compiledChange(
  (writer: Writer, unitId: number, storeId: number, sessionId: number) =>
    writer
      .updateTable('inventory_items')
      .set(FREED)
      .where('id', '=', unitId)
      .where('store_id', '=', storeId)
      .where('status', '=', 'locked')
      .where('locked_for_draft', 'is', null)
      .where('locked_by_session', '=', sessionId),
);

type Reserved = {
  draftId: number;
  unitIds: readonly number[];
  storeId: number;
  staffId: number;
  now: number;
  until: number;
};

/** Reserves the units of a draft that it holds or that nobody does. */
export const reserveUnits = compiledWrite(
  (writer: Writer, { draftId, unitIds, storeId, staffId, now, until }: Reserved) =>
    writer
      .updateTable('inventory_items')
      .set((eb) => {
        const isOwn = eb.and([eb('locked_for_draft', '=', draftId), eb('status', '=', 'locked')]);
        return {
          status: 'locked',
          locked_for_draft: draftId,
          locked_at: eb.fn.coalesce('locked_at', eb.val(now)),
          locked_by_id: eb.case().when(isOwn).then(eb.ref('locked_by_id')).else(staffId).end(),
          locked_by_session: eb.case().when(isOwn).then(eb.ref('locked_by_session')).end(),
          till_lock_until: eb
            .case()
            .when(isOwn)
            .then(eb.fn.coalesce('till_lock_until', 'lock_expires_at'))
            .else(0)
            .end(),
          lock_expires_at: until,
        };
      })
      .where('id', 'in', unitIds)
      .where('store_id', '=', storeId)
      .where((eb) => isFreeFor(eb, { draftId, now }, [eb('locked_for_draft', '=', draftId)])),
);

/** Ends the reservation of a draft's units: only a till's lock is left of it. */
export const endReservation = compiledWrite((writer: Writer, draftId: number) =>
  writer
    .updateTable('inventory_items')
    .set((eb) => ({ lock_expires_at: eb.ref('till_lock_until'), till_lock_until: null }))
    .where('locked_for_draft', '=', draftId)
    .where('status', '=', 'locked')
    .where('till_lock_until', 'is not', null),
);

/** Tells a draft's reserved units that the till of a sign-in works on them no more. */
const leaveReserved = compiledWrite((writer: Writer, draftId: number, sessionId: number) =>
  writer
    .updateTable('inventory_items')
    .set({ till_lock_until: 0 })
    .where('locked_for_draft', '=', draftId)
    .where('status', '=', 'locked')
    .where('locked_by_session', '=', sessionId)
    .where('till_lock_until', 'is not', null),
);

type Held = { draftId: number; except: readonly number[]; sessionId: number | undefined };

const freeDraft = compiledWrite((writer: Writer, { draftId, except, sessionId }: Held) =>
  writer
    .updateTable('inventory_items')
    .set(FREED)
    .where('locked_for_draft', '=', draftId)
    .where('status', '=', 'locked')
    .$if(except.length > 0, (update) => update.where('id', 'not in', except))
    .$if(sessionId !== undefined, (update) =>
      update.where('locked_by_session', '=', sessionId ?? null).where('till_lock_until', 'is', null),
    ),
);

/**
 * Frees a draft's units, except those that stay in it; with a session, only those that it holds, and not those that are
 * reserved.
 */
export function unlockDraft(
  writer: Writer,
  draftId: number,
  except: readonly number[],
  sessionId?: number,
): void {
  freeDraft(writer, { draftId, except, sessionId });
  if (sessionId !== undefined) leaveReserved(writer, draftId, sessionId);
}

type OfHolder = { column: 'locked_by_id' | 'locked_by_session'; id: number };

/** Frees every unit that a person or a sign-in holds; reserved ones stay so, without a till. */
async function unlockAll(writer: Writer, { column, id }: OfHolder): Promise<void> {
  // A literal, so that the index of held units is used.
  const held = writer
    .updateTable('inventory_items')
    .where('status', '=', sql.lit('locked' as const))
    .where(column, '=', id);
  await held.where('till_lock_until', 'is', null).set(FREED).execute();
  await held.where('till_lock_until', 'is not', null).set({ till_lock_until: 0 }).execute();
}

/** Frees every unit that a person holds, in any sign-in. */
export const unlockHeldBy = (writer: Writer, staffId: number): Promise<void> =>
  unlockAll(writer, { column: 'locked_by_id', id: staffId });

/** Frees every unit that one sign-in holds. */
export const unlockHeldIn = (writer: Writer, sessionId: number): Promise<void> =>
  unlockAll(writer, { column: 'locked_by_session', id: sessionId });

type Sold = { unitIds: readonly number[]; storeId: number; draftId: number; sessionId: number; now: number };

const sellFree = compiledRows((writer: Writer, { unitIds, storeId, now, ...seller }: Sold) =>
  writer
    .updateTable('inventory_items')
    .set({ ...FREED, status: 'sold', sold_at: now })
    .where('id', 'in', unitIds)
    .where('store_id', '=', storeId)
    .where((eb) => isFreeFor(eb, { ...seller, now }, [isOwnHold(eb, { ...seller, now })]))
    .returning(['id', 'category', 'own_price', 'own_minimum_price']),
);

/** Marks units as sold that the caller or nobody holds; returns them as they are priced, and the ids of the others. */
export async function sellUnits(writer: Writer, wanted: Sold) {
  const sold = await sellFree(writer, wanted);
  return { sold, lost: lostOf(wanted.unitIds, sold) };
}

/** Takes back sold units of a store, each with its new status; returns the ids of those that were not sold. */
export async function takeBackUnits(
  writer: Writer,
  returned: readonly { unitId: number; status: 'available' | 'defective' }[],
  storeId: number,
): Promise<number[]> {
  const lost: number[] = [];
  for (const { unitId, status } of [...returned].sort((a, b) => a.unitId - b.unitId)) {
    const result = await writer
      .updateTable('inventory_items')
      .set({ ...FREED, status, sold_at: null })
      .where('id', '=', unitId)
      .where('store_id', '=', storeId)
      .where('status', '=', 'sold')
      .executeTakeFirst();
    if (Number(result.numUpdatedRows) === 0) lost.push(unitId);
  }
  return lost;
}
