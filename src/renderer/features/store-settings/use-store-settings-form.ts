import { contract } from '#contract/index.ts';
import { ApiError, type FieldErrors } from '#contract/errors.ts';
import { storeSettingsForm } from '#contract/store-settings.ts';
import type { Store } from '#contract/stores.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useVersionedForm, useReload } from '#renderer/lib/use-versioned-form.ts';
import { settingsValues } from './form-values.ts';

const PREFIX = 'settings.';

/** Maps a refusal's fields to the form's names. */
const ofForm = ({ code, message, details, fields }: ApiError): ApiError => {
  const named = Object.entries(fields).map(([path, text]) => [
    path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path,
    text,
  ]);
  return new ApiError(code, { message, details, fields: Object.fromEntries(named) as FieldErrors });
};

export function useStoreSettingsForm(store: Store, onSaved: () => Promise<void>) {
  const params = { storeId: store.id };
  const { run } = useRouteMutation(contract.stores.updateSettings, {
    done: 'Store settings saved',
    failed: 'Failed to update store settings',
  });
  return useVersionedForm(storeSettingsForm, {
    thing: store,
    valuesOf: settingsValues,
    load: useReload(contract.stores.settings, { params }),
    send: async (settings, { onError, isShown, seen, uncertain }) => {
      const shown = Object.entries(storeSettingsForm.parse(settingsValues(seen)));
      const known = Object.fromEntries(shown.filter(([field]) => !uncertain.has(field)));
      const saved = await run({ params, body: { settings, known } }, (refusal) => onError(ofForm(refusal)));
      if (saved && isShown()) await onSaved();
    },
  });
}
export type StoreSettingsContractForm = ReturnType<typeof useStoreSettingsForm>;
