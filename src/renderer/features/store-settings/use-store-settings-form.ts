import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { contract } from '#contract/index.ts';
import { ApiError, type FieldErrors } from '#contract/errors.ts';
import { storeSettingsForm } from '#contract/store-settings.ts';
import type { Store } from '#contract/stores.ts';
import { read } from '#renderer/lib/read.ts';
import { useChange } from '#renderer/lib/use-change.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { settingsValues } from './form-values.ts';

const PREFIX = 'settings.';
type Field = keyof typeof storeSettingsForm.shape;

/** A refusal with its fields as the form names them. */
const ofForm = ({ code, message, details, fields }: ApiError): ApiError => {
  const named = Object.entries(fields).map(([path, words]) => [
    path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path,
    words,
  ]);
  return new ApiError(code, { message, details, fields: Object.fromEntries(named) as FieldErrors });
};

/**
 * The form of a store's settings. What somebody else saved meanwhile is kept; what both changed is not overwritten before
 * it was said: then the rest of the form follows, and saving again means it.
 */
export function useStoreSettingsForm(store: Store, onSaved: () => Promise<void>) {
  const queryClient = useQueryClient();
  /** As the form shows it, but for what was typed. */
  const seen = useRef(store);
  const { run } = useChange(contract.stores.updateSettings, {
    done: 'Store settings saved',
    failed: 'Failed to update store settings',
  });
  const form = useContractForm(storeSettingsForm, {
    values: settingsValues(store),
    send: async (settings, { tell, isShown }) => {
      const params = { storeId: store.id };
      const known = storeSettingsForm.parse(settingsValues(seen.current));
      let clashes: string[] = [];
      const saved = await run({ params, body: { settings, known } }, (refusal) => {
        const said = ofForm(refusal);
        if (said.code === 'settings_changed') clashes = Object.keys(said.fields);
        return tell(said);
      });
      if (saved && isShown()) await onSaved();
      if (clashes.length > 0) await follow(clashes as Field[]);
    },
  });
  const { reset, setError, state } = form;

  /** Takes what somebody else saved into the fields that were not changed here. */
  const follow = async (clashes: readonly Field[]) => {
    const input = { params: { storeId: store.id } };
    const asked = { ...read(contract.stores.settings, input), staleTime: 0 };
    const fresh = await queryClient.fetchQuery(asked).catch(() => null);
    if (!fresh) return;
    seen.current = fresh;
    reset(settingsValues(fresh), { keepDirtyValues: true, keepDirty: true });
    clashes.forEach((field, place) => {
      const message = 'Somebody else changed this meanwhile. Save again to replace it';
      setError(field, { message }, { shouldFocus: place === 0 });
    });
  };

  const isUntouched = useRef(true);
  useEffect(() => {
    isUntouched.current = !state.isDirty;
  });
  // Somebody else saved them: what stands untouched follows.
  useEffect(() => {
    if (!isUntouched.current) return;
    seen.current = store;
    reset(settingsValues(store));
  }, [store, reset]);
  return form;
}
export type StoreSettingsContractForm = ReturnType<typeof useStoreSettingsForm>;
