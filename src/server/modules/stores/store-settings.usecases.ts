import { isDeepStrictEqual } from 'node:util';
import { ApiError, type FieldErrors } from '#contract/errors.ts';
import type { StoreSettingsForm } from '#contract/store-settings.ts';
import { store as storeShape, type Store, type StoreSettings } from '#contract/stores.ts';
import { weekOf } from '#domain/store-hours.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { NoteChange, Session } from '../../http/call.ts';
import { claimStore } from './directory.repository.ts';
import { saveStoreSettings } from './store-settings.repository.ts';
import { presentStore } from './stores.present.ts';
import { findStore } from './stores.repository.ts';

/** A store that somebody works in, or any for whoever sees all; else 404, as for one that there is not. */
export async function managedStore(reader: Reader, session: Session, storeId: number): Promise<Store> {
  const store = session.staff.store_ids.includes(storeId) ? await findStore(reader, storeId) : null;
  if (!store) throw new ApiError('not_found', { message: 'Store not found' });
  return store;
}

type Changes = { settings: StoreSettingsForm; known?: StoreSettingsForm | undefined };

/** What was sent, with what is left out of it as it is. */
const wholeOf = (sent: StoreSettingsForm, current: StoreSettings | null): StoreSettings => ({
  ...sent,
  prices_include_tax: sent.prices_include_tax ?? current?.prices_include_tax ?? false,
  receipt_footer: sent.receipt_footer === undefined ? (current?.receipt_footer ?? null) : sent.receipt_footer,
});

/**
 * What the caller changed of what they knew, over what is saved by now. What both they and somebody else changed since is
 * refused, with a message on each such field.
 */
function merged(current: StoreSettings, sent: StoreSettings, known: StoreSettings): StoreSettings {
  const fields: FieldErrors = {};
  const choose = <K extends keyof StoreSettings>(field: K): StoreSettings[K] => {
    if (isDeepStrictEqual(sent[field], known[field])) return current[field];
    const isOverwriting =
      !isDeepStrictEqual(current[field], known[field]) && !isDeepStrictEqual(current[field], sent[field]);
    if (isOverwriting) fields[`settings.${field}`] = ['Somebody else changed this meanwhile'];
    return sent[field];
  };
  const settings: StoreSettings = {
    hours: choose('hours'),
    features: choose('features'),
    payment_methods: choose('payment_methods'),
    tax_rate: choose('tax_rate'),
    prices_include_tax: choose('prices_include_tax'),
    receipt_footer: choose('receipt_footer'),
    default_customer_group: choose('default_customer_group'),
  };
  if (Object.keys(fields).length > 0) throw new ApiError('settings_changed', { fields });
  return settings;
}

/**
 * Saves a store's settings, which act from the next call on. Over settings that are not those in `known`, only what
 * they changed is saved; 409 `settings_changed` with the fields that somebody else changed too, 409 `store_inactive`.
 */
export async function changeStoreSettings(
  writer: Writer,
  storeId: number,
  { settings: sent, known }: Changes,
  noteChange: NoteChange,
): Promise<Store> {
  const row = await claimStore(writer, storeId);
  if (!row) throw new ApiError('not_found', { message: 'Store not found' });
  const before = presentStore(row);
  if (!before.is_active) throw new ApiError('store_inactive');
  const wanted = wholeOf(sent, before.settings);
  const settings =
    known && before.settings
      ? merged(
          { ...before.settings, hours: weekOf(before.settings.hours) },
          wanted,
          wholeOf(known, before.settings),
        )
      : wanted;
  await saveStoreSettings(writer, storeId, settings);
  const after = { ...before, settings };
  noteChange(storeShape, before, after);
  return after;
}
