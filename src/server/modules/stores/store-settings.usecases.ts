import { ApiError, fieldError } from '#contract/errors.ts';
import type { StoreSettingsChanges } from '#contract/store-settings.ts';
import { store as storeShape, type Store, type StoreSettings } from '#contract/stores.ts';
import { fittedRules, whyNotRules } from '#domain/offline-sales.ts';
import { weekOf } from '#domain/store-hours.ts';
import { sellsAtTill, UNSAVED_STORE_SETTINGS, withOwnPos } from '#domain/store-rules.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { definedFields } from '../../db/defined-fields.ts';
import { threeWayMerge } from '../../http/three-way-merge.ts';
import type { NoteChange, Session } from '../../http/call.ts';
import { keepIdentity } from './identities.repository.ts';
import { claimStore, findStore, hasOpenShift, saveStoreSettings } from './stores.repository.ts';
import { presentStore } from './stores.present.ts';

/** Returns a store that the caller works in, or any store for roles that see all; 404 for any other. */
export async function managedStore(reader: Reader, session: Session, storeId: number): Promise<Store> {
  const store = session.staff.store_ids.includes(storeId) ? await findStore(reader, storeId) : null;
  if (!store) throw new ApiError('store_not_found');
  return store;
}

type Changes = { settings: StoreSettingsChanges; known?: StoreSettingsChanges | undefined };

const REQUIRED = {
  payment_methods: 'At least one payment method is required',
  tax_rate: 'Tax rate is required',
  default_customer_group: 'Default customer group is required',
} as const;

/** 422 on each field that the first settings must name. */
function refuseIncomplete(sent: StoreSettingsChanges): void {
  const missing = Object.entries(REQUIRED).filter(
    ([field]) => sent[field as keyof typeof REQUIRED] === undefined,
  );
  const [first] = missing;
  if (!first) return;
  const fields = Object.fromEntries(missing.map(([field, text]) => [`settings.${field}`, [text]]));
  throw new ApiError('validation_failed', { message: first[1], fields });
}

/** Returns a store's settings as they hold, saved or not. */
export function currentSettings(store: Store): StoreSettings {
  const { shifts } = store;
  if (store.settings) return { ...store.settings, hours: weekOf(store.settings.hours), shifts };
  return { ...withOwnPos(UNSAVED_STORE_SETTINGS, sellsAtTill(store)), shifts };
}

/** Applies a change to settings; fields that it does not name stay. */
export const changedBy = (
  { hours = {}, features = {}, ...sent }: StoreSettingsChanges,
  before: StoreSettings,
): StoreSettings => ({
  ...before,
  ...definedFields(sent),
  hours: { ...before.hours, ...definedFields(hours) },
  features: { ...before.features, ...definedFields(features) },
});

/**
 * Returns settings whose sales without the server are paid by methods that they take. 422 where the caller named other
 * ones; whoever changed only the payment methods may not know of such sales.
 */
export function withFittedRules(settings: StoreSettings, sent: StoreSettingsChanges): StoreSettings {
  const { offline_sales, payment_methods } = settings;
  const refusal = sent.offline_sales ? whyNotRules(offline_sales, payment_methods) : null;
  if (refusal !== null) throw fieldError('settings.offline_sales.methods', refusal);
  const { methods, ...rules } = fittedRules(offline_sales, payment_methods);
  return { ...settings, offline_sales: { ...rules, methods: [...methods] } };
}

/** Saves a store's settings; 409 `illegal_state` if shifts are switched off while one is open. */
export async function replaceSettings(
  writer: Writer,
  before: Store,
  settings: StoreSettings,
  now: number,
): Promise<Store> {
  const endsShifts = before.shifts.enabled && settings.shifts?.enabled === false;
  if (endsShifts && (await hasOpenShift(writer, before.id))) {
    throw new ApiError('illegal_state', {
      message: `Shifts are open at the tills of ${before.name}. Close them first`,
    });
  }
  await saveStoreSettings(writer, before.id, settings);
  const after = { ...before, settings, shifts: settings.shifts ?? before.shifts };
  await keepIdentity(writer, before, after, now);
  return after;
}

/**
 * Changes the named settings of a store, which apply from the next call on. With `known`, a three-way merge: unchanged
 * fields keep what others saved; 409 `settings_changed` with the fields that both sides changed, 409 `illegal_state` if
 * shifts are switched off while one is open, `store_inactive`, 422 if the first settings lack something.
 */
export async function changeStoreSettings(
  writer: Writer,
  storeId: number,
  { settings: sent, known }: Changes,
  { noteChange, now }: { noteChange: NoteChange; now: number },
): Promise<Store> {
  const row = await claimStore(writer, storeId);
  if (!row) throw new ApiError('store_not_found');
  const before = presentStore(row);
  if (!before.is_active) throw new ApiError('store_inactive');
  if (!before.settings) refuseIncomplete(sent);
  const current = currentSettings(before);
  const wanted = changedBy(sent, current);
  const seen = known && before.settings ? changedBy(known, current) : {};
  const refusal = { code: 'settings_changed', prefix: 'settings.' } as const;
  const merged = { ...current, ...threeWayMerge(wanted, seen, current, refusal) };
  const settings = withFittedRules(merged, sent);
  const after = await replaceSettings(writer, before, settings, now);
  noteChange(storeShape, before, after);
  return after;
}
