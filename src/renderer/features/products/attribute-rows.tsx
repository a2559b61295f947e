import { makeStyles } from '@fluentui/react-components';
import { Add20Regular, Dismiss20Regular } from '@fluentui/react-icons';
import {
  get,
  useFieldArray,
  useFormState,
  Controller,
  type Control,
  type FieldError,
  type FieldValues,
} from 'react-hook-form';
import { Button } from '#renderer/ui/button.tsx';
import { FIELD_GAP } from '#renderer/ui/field-grid.ts';
import { Columns } from '#renderer/ui/layout.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { palette, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: FIELD_GAP, margin: 0, padding: 0, border: 'none' },
  legend: { ...type.label, padding: 0, marginBottom: '8px', color: palette.text2 },
  add: { alignSelf: 'flex-start' },
  error: { ...type.metaStrong, margin: 0, color: palette.danger },
});

/** Scrolls to an error about all rows, which has no field to focus; skipped if a field of the form is invalid. */
const bringIntoView = (message: HTMLElement | null) => {
  const isOnlyOne = !message?.closest('form')?.querySelector('[aria-invalid="true"]');
  if (isOnlyOne) message?.scrollIntoView({ block: 'nearest' });
};

const MOST = 20;
type AttributeRowsProps = { control: Control<FieldValues>; name: string };

/** Edits the attributes of a variation, one name and value per row: `Color` is `Black`. */
export function AttributeRows({ control, name }: AttributeRowsProps) {
  const styles = useStyles();
  const { fields, append, remove } = useFieldArray({ control, name });
  const { errors } = useFormState({ control, name });
  const error = get(errors, name) as FieldError | undefined;
  return (
    <fieldset className={styles.root}>
      <legend className={styles.legend}>Attributes</legend>
      {error?.message ? (
        <p ref={bringIntoView} role="alert" className={styles.error}>
          {error.message}
        </p>
      ) : null}
      {fields.map(({ id }, place) => (
        <Columns key={id} columns="minmax(0, 1fr) minmax(0, 1fr) 32px" gap={8} align="start">
          {(['name', 'value'] as const).map((part) => (
            <Controller
              key={part}
              control={control}
              name={`${name}.${place}.${part}`}
              render={({ field: { value, ...bound }, fieldState }) => (
                <TextField
                  {...bound}
                  label={`${part === 'name' ? 'Attribute' : 'Value'} ${place + 1}`}
                  labelHidden
                  placeholder={part === 'name' ? 'Color' : 'Black'}
                  autoComplete="off"
                  value={(value as string | undefined) ?? ''}
                  error={fieldState.error?.message}
                />
              )}
            />
          ))}
          <Button
            appearance="subtle"
            aria-label={`Remove attribute ${place + 1}`}
            icon={<Dismiss20Regular />}
            onClick={() => remove(place)}
          />
        </Columns>
      ))}
      {fields.length < MOST ? (
        <Button
          className={styles.add}
          appearance="subtle"
          icon={<Add20Regular />}
          onClick={() => append({ name: '', value: '' })}
        >
          Add attribute
        </Button>
      ) : null}
    </fieldset>
  );
}
