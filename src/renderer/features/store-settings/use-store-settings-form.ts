import { contract } from '#contract/index.ts';
import { ApiError, type FieldErrors } from '#contract/errors.ts';
import { storeSettingsForm } from '#contract/store-settings.ts';
import type { Store, StoreSettings } from '#contract/stores.ts';
import type { z } from '#contract/zod.ts';
import { fittedRules } from '#domain/offline-sales.ts';
import { useRouteMutation, type OnError } from '#renderer/lib/use-route-mutation.ts';
import type { ContractForm } from '#renderer/lib/use-contract-form.ts';
import { useVersionedForm, useReload } from '#renderer/lib/use-versioned-form.ts';
import { settingsValues, valuesOfSettings, type SettingsValues } from './form-values.ts';

const PREFIX = 'settings.';

/** Maps a refusal's fields to the form's names. */
const ofForm = ({ code, message, details, fields, isWordless }: ApiError): ApiError => {
  const named = Object.entries(fields).map(([path, text]) => [
    path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path,
    text,
  ]);
  return new ApiError(code, {
    message,
    details,
    isWordless,
    fields: Object.fromEntries(named) as FieldErrors,
  });
};

type Settings = z.output<typeof storeSettingsForm>;

/** Returns settings that sell without the server by no method that the store does not take. */
const fitted = (settings: Settings): Settings => {
  const { offline_sales: rules, payment_methods: taken } = settings;
  if (!rules) return settings;
  const { methods, ...others } = fittedRules(rules, taken);
  return { ...settings, offline_sales: { ...others, methods: [...methods] } };
};

type SettingsForm<Thing> = {
  thing: Thing;
  valuesOf: (thing: Thing) => SettingsValues;
  load: () => Promise<Thing | null>;
  save: (body: { settings: Settings; known: Partial<Settings> }, onError: OnError) => Promise<unknown>;
  onSaved: () => Promise<void>;
};

/** A versioned form of settings, saved as a whole with what it showed. */
function useSettingsForm<Thing extends object>({ valuesOf, save, onSaved, ...shown }: SettingsForm<Thing>) {
  return useVersionedForm(storeSettingsForm, {
    ...shown,
    valuesOf,
    send: async (settings, { onError, isShown, seen, uncertain }) => {
      const before = Object.entries(storeSettingsForm.parse(valuesOf(seen)));
      const known = Object.fromEntries(before.filter(([field]) => !uncertain.has(field)));
      const saved = await save({ settings: fitted(settings), known }, (refusal) => onError(ofForm(refusal)));
      if (saved && isShown()) await onSaved();
    },
  });
}

export function useStoreSettingsForm(store: Store, onSaved: () => Promise<void>) {
  const params = { storeId: store.id };
  const { run } = useRouteMutation(contract.stores.updateSettings, {
    done: 'Store settings saved',
    failed: 'Failed to update store settings',
  });
  return useSettingsForm({
    thing: store,
    valuesOf: settingsValues,
    load: useReload(contract.stores.settings, { params }),
    save: (body, onError) => run({ params, body }, onError),
    onSaved,
  });
}

export function useStoreDefaultsForm(defaults: StoreSettings, onSaved: () => Promise<void>) {
  const { run } = useRouteMutation(contract.stores.updateDefaults, {
    done: 'Defaults of new stores saved',
    failed: 'Failed to update defaults of new stores',
  });
  return useSettingsForm({
    thing: defaults,
    valuesOf: valuesOfSettings,
    load: useReload(contract.stores.defaults),
    save: (body, onError) => run({ body }, onError),
    onSaved,
  });
}
export type StoreSettingsContractForm = ContractForm<typeof storeSettingsForm>;
