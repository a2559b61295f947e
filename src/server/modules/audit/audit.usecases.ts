import type { AuditEntry, AuditFilters } from '#contract/audit.ts';
import type { FileAnswer, Route, RouteOutput } from '#contract/define-route.ts';
import type { audit } from '#contract/audit.ts';
import { ApiError, fieldError } from '#contract/errors.ts';
import { seesAllStores } from '#domain/roles.ts';
import { DAY, formatClock, spanOfDates, storeDate, zoneAt, zonesOf, type Zones } from '#domain/store-time.ts';
import type { Database, Reader } from '../../db/access.ts';
import { pagePlace, readPage, type PagePlace } from '../../db/paging.ts';
import type { FieldChange } from '../../http/audit.ts';
import type { Session } from '../../http/call.ts';
import { csvFile, type CsvColumns } from '../../http/csv-file.ts';
import { chainSettings } from '../settings/settings.public.ts';
import { getStore } from '../stores/stores.public.ts';
import * as rows from './audit.repository.ts';
import { changeText, eventTexts, refusalText, unknownEventText, type EventText } from './event-text.rules.ts';
import { findTargets, type AuditTarget } from './targets.repository.ts';

const ROWS_A_PAGE = 20;

type Routes = Record<string, Record<string, Route>>;
type Caller = { session: Session; storeId: number; now: number };
type Kept = {
  subject?: string;
  reason?: string;
  refused?: string;
  approved_by?: { id: number; name: string };
  address?: string;
  device?: string;
  changes?: FieldChange[];
};

/** True if the caller sees all stores; others see events of their own stores and none of the whole chain. */
const seesAll = ({ session }: Caller) => seesAllStores(session.staff.role);

async function filterOf(reader: Reader, query: AuditFilters, caller: Caller) {
  const { store_ids } = caller.session.staff;
  if (query.store_id !== undefined && !store_ids.includes(query.store_id))
    throw new ApiError('foreign_store');
  const zones = zonesOf(await getStore(reader, caller.storeId));
  const filter: rows.AuditFilter = {
    staffId: query.staff_id,
    storeId: query.store_id,
    inStores: seesAll(caller) ? undefined : store_ids,
    area: query.area,
    ...spanOfDates({ from: query.start_date, to: query.end_date }, zones),
  };
  return { filter, zones };
}

/** True if an event has a target to show; a sign-in's target is the person who did it, who is shown already. */
const onSomething = (row: rows.AuditRow): row is rows.AuditRow & { subject_id: number } =>
  row.subject_id !== null && !(row.action === 'staff.login' && row.subject_id === row.staff_id);

/** Returns a target with the name that it had then; with the present one if none was kept. */
const targetThen = (now: AuditTarget | null, { subject: name }: Kept): AuditTarget | null =>
  name === undefined ? now : { name, path: now?.path ?? null };

/** Returns an event's target; one without an id, such as codes made in bulk, has only a name. */
function targetIn(
  event: EventText,
  row: rows.AuditRow,
  kept: Kept,
  targetOf: Awaited<ReturnType<typeof findTargets>>,
): AuditTarget | null {
  if (!event.target) return targetThen(null, kept);
  return onSomething(row) ? targetThen(targetOf(event.target, row.subject_id), kept) : null;
}

/** Hides the target of a refused event from callers who do not see all stores: it may be of another store. */
const seenBy =
  (caller: Caller) =>
  (entry: AuditEntry): AuditEntry =>
    entry.refused === null || seesAll(caller) ? entry : { ...entry, subject: null };

/** Reads the log as text, with the audit events that the API knows. */
export function auditIn(contract: Routes) {
  const events = eventTexts(contract);

  function refuseUnknownModule({ area }: AuditFilters) {
    if (area !== undefined && !Object.hasOwn(contract, area))
      throw fieldError('area', 'There is no such area');
  }

  /** Returns rows of the log as text, with the names of their targets. */
  async function present(reader: Reader, found: readonly rows.AuditRow[]): Promise<AuditEntry[]> {
    const read = found.map((row) => ({
      row,
      event: events.get(row.action) ?? unknownEventText(row.action),
      kept: (row.details_json === null ? {} : JSON.parse(row.details_json)) as Kept,
    }));
    const targetOf = await findTargets(
      reader,
      read.flatMap(({ row, event }) =>
        event.target && onSomething(row) ? [{ kind: event.target, id: row.subject_id }] : [],
      ),
    );
    return read.map(({ row, event, kept }) => ({
      id: row.id,
      at: row.at,
      staff: row.staff_id === null ? null : { id: row.staff_id, name: row.staff_name ?? `#${row.staff_id}` },
      approved_by: kept.approved_by ?? null,
      store: row.store_id === null ? null : { id: row.store_id, name: row.store_name ?? `#${row.store_id}` },
      device: row.device_name ?? kept.device ?? null,
      address: kept.address ?? null,
      action: row.action,
      what: kept.refused === undefined ? event.done : event.tried,
      subject: targetIn(event, row, kept, targetOf),
      reason: kept.reason ?? null,
      refused: kept.refused === undefined ? null : refusalText(kept.refused),
      changes: (kept.changes ?? []).map(changeText),
    }));
  }

  async function pageOf(reader: Reader, filter: rows.AuditFilter, place: PagePlace) {
    const list = {
      ids: rows.matching(reader, filter),
      rowsOf: (ids: readonly number[]) => rows.rowsOf(reader, ids),
    };
    const page = await readPage(reader, list, place, (row) => row);
    return { ...page, data: await present(reader, page.data) };
  }

  return {
    /** Returns one page of events, newest first; its dates are days of the caller's store. */
    async list(
      reader: Reader,
      query: AuditFilters & { page?: number; per_page?: number },
      caller: Caller,
    ): Promise<RouteOutput<typeof audit.list>> {
      refuseUnknownModule(query);
      const { filter } = await filterOf(reader, query, caller);
      const page = await pageOf(reader, filter, pagePlace(query, ROWS_A_PAGE));
      return { ...page, data: page.data.map(seenBy(caller)) };
    },

    /** Returns one page of what one person did at some stores, or at none in particular, newest first. */
    byPerson: (
      reader: Reader,
      filter: { staffId: number; atStores: readonly number[] },
      place: PagePlace,
    ): Promise<RouteOutput<typeof audit.list>> => pageOf(reader, filter, place),

    /** Returns all matching events as a CSV file that is written as it is read. */
    async export(reader: Reader, query: AuditFilters, caller: Caller): Promise<FileAnswer> {
      refuseUnknownModule(query);
      const { filter, zones } = await filterOf(reader, query, caller);
      return csvFile({
        name: `audit-${storeDate(caller.now, zones)}.csv`,
        columns: columnsIn(zones),
        following: async (after, limit) =>
          (await present(reader, await rows.findFollowing(reader, filter, { after, limit }))).map(
            seenBy(caller),
          ),
      });
    },
  };
}

const columnsIn = (zone: Zones): CsvColumns<AuditEntry> => [
  ['Date', ({ at }) => `${storeDate(at, zone)} ${formatClock(at, zone)}`],
  ['Timezone', ({ at }) => zoneAt(at, zone)],
  ['Who', ({ staff }) => staff?.name ?? ''],
  ['Approved by', ({ approved_by }) => approved_by?.name ?? ''],
  ['What', ({ what }) => what],
  ['On', ({ subject }) => subject?.name ?? ''],
  ['Store', ({ store }) => store?.name ?? ''],
  ['Device', ({ device }) => device ?? ''],
  ['Address', ({ address }) => address ?? ''],
  ['Reason', ({ reason }) => reason ?? ''],
  ['Refused', ({ refused }) => refused ?? ''],
  [
    'Changes',
    ({ changes }) => changes.map(({ what, before, after }) => `${what}: ${before} → ${after}`).join('; '),
  ],
];

const DAYS_A_YEAR = 365.25;
const ROWS_A_STEP = 500;

/**
 * Deletes events that are older than the chain keeps its log, in small writes. A run deletes at most one day, so that a
 * clock that is years ahead for an hour takes no more: docs/decisions/audit-log.md.
 */
export async function pruneAudit(database: Database, now: number): Promise<void> {
  const span = await rows.findSpan(database.reader);
  if (!span) return;
  const { audit_years } = await chainSettings(database.reader);
  const past = Math.min(now, span.newest) - audit_years * DAYS_A_YEAR * DAY;
  const before = Math.min(past, span.oldest + DAY);
  while (before > span.oldest) {
    const deleted = await database.write((writer) => rows.deleteOldest(writer, before, ROWS_A_STEP));
    if (deleted < ROWS_A_STEP) return;
  }
}
