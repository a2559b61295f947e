import { makeStyles } from '@fluentui/react-components';
import { useFormContext } from 'react-hook-form';
import { receiptWidths } from '#domain/receipt.ts';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { AsksStatusField, LettersField } from './printer-shared-fields.tsx';
import type { DeviceForm } from './device-form-values.ts';
import { widthText } from './device-text.ts';
import { SwitchField } from './switch-field.tsx';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: '20px 16px',
    alignItems: 'start',
  },
});

const widths = receiptWidths.map((width) => ({ value: String(width), label: widthText[width] }));
const drawers = [
  { value: '', label: 'No cash drawer' },
  { value: '2', label: 'On pin 2 (usual)' },
  { value: '5', label: 'On pin 5' },
];
const drawerPin = { setValueAs: (value: string | number | null) => (value ? Number(value) : null) };

/** Edits what the receipt printer can do: paper, code page, cutter, drawer. */
export function PrinterPaperFields() {
  const styles = useStyles();
  const { register, formState } = useFormContext<DeviceForm>();
  const errors = formState.errors.printer;
  return (
    <div className={styles.root}>
      <SelectField
        {...register('printer.columns', { valueAsNumber: true })}
        label="Paper"
        options={widths}
        error={errors?.columns?.message}
      />
      <LettersField name="printer" />
      <SelectField
        {...register('printer.drawer_pin', drawerPin)}
        label="Cash drawer"
        options={drawers}
        error={errors?.drawer_pin?.message}
      />
      <span />
      <SwitchField
        name="printer.cutter"
        label="Cut the paper"
        note="After each receipt. Off for printers without a cutter."
      />
      <AsksStatusField name="printer" note="Paper, cover, cutter. Off for printers that never answer." />
    </div>
  );
}
