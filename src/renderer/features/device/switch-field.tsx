import { makeStyles, mergeClasses, Switch } from '@fluentui/react-components';
import { useId } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { palette, type } from '#renderer/ui/theme.ts';
import type { DeviceForm, PrinterName } from './device-form-values.ts';

const useStyles = makeStyles({
  /** Aligns the switch's label with the fields. */
  switch: { marginLeft: '-8px', '& label': { ...type.bodyStrong } },
  note: { ...type.meta, margin: '2px 0 0', color: palette.text3 },
  error: { color: palette.danger, fontWeight: 500 },
});

type SwitchFieldProps = {
  name: 'kiosk' | 'printer.cutter' | `${PrinterName}.asks_status`;
  label: string;
  note: string;
  disabled?: boolean;
};

/** A switch of the form, with a note on what it does. */
export function SwitchField({ name, label, note, disabled = false }: SwitchFieldProps) {
  const styles = useStyles();
  const noteId = useId();
  const { control } = useFormContext<DeviceForm>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState: { error } }) => (
        <div>
          <Switch
            ref={field.ref}
            className={styles.switch}
            label={label}
            checked={field.value}
            disabled={disabled}
            aria-describedby={noteId}
            onBlur={field.onBlur}
            onChange={(_, { checked }) => field.onChange(checked)}
          />
          <p
            id={noteId}
            className={mergeClasses(styles.note, error && styles.error)}
            role={error ? 'alert' : undefined}
          >
            {error?.message ?? note}
          </p>
        </div>
      )}
    />
  );
}
