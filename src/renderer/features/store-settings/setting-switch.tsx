import { makeStyles, Switch } from '@fluentui/react-components';
import { useId } from 'react';
import { Controller, type FieldPathByValue } from 'react-hook-form';
import { palette, type } from '#renderer/ui/theme.ts';
import type { SettingsValues } from './form-values.ts';
import type { StoreSettingsContractForm } from './use-store-settings-form.ts';

const useStyles = makeStyles({
  /** The switch stands in line with the fields. */
  switch: { marginLeft: '-8px', '& label': { ...type.bodyStrong } },
  note: { ...type.meta, margin: '0 0 0 52px', color: palette.text3 },
});

type SettingSwitchProps = {
  form: StoreSettingsContractForm;
  name: FieldPathByValue<SettingsValues, boolean | undefined>;
  label: string;
  /** What follows from it. */
  note?: string;
  /** On where the field is false: a day is open that is not closed. */
  inverted?: boolean;
};

/** A yes-or-no of the settings. */
export function SettingSwitch({ form, name, label, note, inverted = false }: SettingSwitchProps) {
  const styles = useStyles();
  const noteId = useId();
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <div>
          <Switch
            ref={field.ref}
            className={styles.switch}
            label={label}
            checked={(field.value === true) !== inverted}
            aria-describedby={note ? noteId : undefined}
            onBlur={field.onBlur}
            onChange={(_, { checked }) => field.onChange(checked !== inverted)}
          />
          {note ? (
            <p id={noteId} className={styles.note}>
              {note}
            </p>
          ) : null}
        </div>
      )}
    />
  );
}
