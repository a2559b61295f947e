import { makeStyles } from '@fluentui/react-components';
import { useFormContext } from 'react-hook-form';
import { labelPrinterSettings } from '#bridge/settings.ts';
import { labelSizes } from '#domain/label.ts';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { usualLabelPrinter, type DeviceForm } from './device-form-values.ts';
import { labelSizeText } from './device-text.ts';
import { PrinterSetup } from './printer-setup.tsx';
import { AsksStatusField, LettersField } from './printer-shared-fields.tsx';
import { PrinterTrial } from './printer-trial.tsx';

const useStyles = makeStyles({
  fields: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: '20px 16px',
    alignItems: 'start',
  },
});

const sizes = labelSizes.map((size) => ({ value: size, label: labelSizeText[size] }));

/** What stands in the label printer, and what it knows. */
function LabelFields() {
  const styles = useStyles();
  const { register, formState } = useFormContext<DeviceForm>();
  return (
    <div className={styles.fields}>
      <SelectField
        {...register('label_printer.size')}
        label="Labels"
        options={sizes}
        error={formState.errors.label_printer?.size?.message}
      />
      <LettersField name="label_printer" />
      <AsksStatusField
        name="label_printer"
        note="Whether there are labels, and its cover is shut. Off for printers that never answer."
      />
    </div>
  );
}

/** The printer for the labels of units. */
export function LabelPrinterCard() {
  return (
    <PrinterSetup
      name="label_printer"
      title="Label printer"
      usual={usualLabelPrinter}
      none={{
        choice: 'No label printer',
        note: 'Labels of units are printed on the receipt printer until a label printer is set up.',
      }}
    >
      <LabelFields />
      <PrinterTrial
        name="label_printer"
        schema={labelPrinterSettings}
        text={{
          called: 'Label printer',
          look: 'Check label printer',
          test: 'Print test label',
          printed: 'The test label was printed.',
          note: 'Tried as it stands above, saved or not. It prints one label.',
        }}
      />
    </PrinterSetup>
  );
}
