import { Copy20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { contract } from '#contract/index.ts';
import type { Store, StoreSettings } from '#contract/stores.ts';
import { withOwnPos } from '#domain/store-rules.ts';
import { read } from '#renderer/lib/read.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import type { Action } from '#renderer/ui/page-actions.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { heldSettings, valuesOfSettings } from './form-values.ts';
import type { StoreSettingsContractForm } from './use-store-settings-form.ts';

const DEFAULTS = 'defaults';

/**
 * Returns the action that takes the settings of another store into the form, to be looked through and saved, and its
 * dialog; `store` is null for the defaults of new stores.
 */
export function useCopyFrom(form: StoreSettingsContractForm, store: Store | null) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState('');
  const stores = useQuery({ ...read(contract.stores.list), enabled: isOpen });
  const defaults = useQuery({ ...read(contract.stores.defaults), enabled: isOpen && store !== null });
  const others = stores.data?.filter(({ id }) => id !== store?.id) ?? [];

  const settingsOf = (value: string): StoreSettings | null => {
    if (value === DEFAULTS) return defaults.data ?? null;
    const other = others.find(({ id }) => String(id) === value);
    return other ? heldSettings(other) : null;
  };
  const isWarehouse = (value: string) => others.find(({ id }) => String(id) === value)?.is_warehouse === true;
  const copy = () => {
    const settings = settingsOf(chosen);
    if (!settings) return;
    const isAlike = isWarehouse(chosen) === (store?.is_warehouse ?? false);
    const taken = isAlike ? settings : withOwnPos(settings, form.getValues('features.pos_enabled'));
    form.reset(valuesOfSettings(taken), { keepDefaultValues: true });
    setOpen(false);
  };
  const action: Action = {
    label: 'Copy from a store',
    icon: <Copy20Regular />,
    onClick: () => {
      setChosen('');
      setOpen(true);
    },
  };
  const dialog = (
    <ConfirmDialog
      open={isOpen}
      tone="primary"
      title="Copy settings from another store"
      consequence="Its settings replace what this form shows. Nothing is saved until you save the form."
      confirmLabel="Copy"
      isRefused={settingsOf(chosen) === null}
      onConfirm={copy}
      onCancel={() => setOpen(false)}
    >
      <SelectField
        label="Copy from"
        size={44}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
        options={[
          { value: '', label: 'Select a store', disabled: true },
          ...(store && defaults.data ? [{ value: DEFAULTS, label: 'Defaults of new stores' }] : []),
          ...others.map(({ id, code, name }) => ({ value: String(id), label: `${name} (${code})` })),
        ]}
      />
    </ConfirmDialog>
  );
  return { action, dialog };
}
