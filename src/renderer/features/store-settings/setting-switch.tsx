import { Controller, type FieldPathByValue } from 'react-hook-form';
import { SwitchField } from '#renderer/ui/switch-field.tsx';
import type { SettingsValues } from './form-values.ts';
import type { StoreSettingsContractForm } from './use-store-settings-form.ts';

type SettingSwitchProps = {
  form: StoreSettingsContractForm;
  name: FieldPathByValue<SettingsValues, boolean | undefined>;
  label: string;
  note?: string;
  /** True if the switch is on when the field is false: a day that is not closed is open. */
  inverted?: boolean;
};

export function SettingSwitch({ form, name, label, note, inverted = false }: SettingSwitchProps) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <SwitchField
          ref={field.ref}
          label={label}
          note={note}
          checked={(field.value === true) !== inverted}
          onBlur={field.onBlur}
          onChange={(checked) => field.onChange(checked !== inverted)}
        />
      )}
    />
  );
}
