import { makeStyles } from '@fluentui/react-components';
import { useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { PrinterConnection } from '#bridge/settings.ts';
import { Card } from '#renderer/ui/card.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import {
  emptyConnections,
  usualPrinter,
  type ConnectionKind,
  type DeviceForm,
} from './device-form-values.ts';
import { connectionWords } from './device-words.ts';
import { PrinterConnectionFields } from './printer-connection-fields.tsx';
import { PrinterPaperFields } from './printer-paper-fields.tsx';
import { PrinterTrial } from './printer-trial.tsx';

const useStyles = makeStyles({
  fields: { display: 'flex', flexDirection: 'column', gap: '20px' },
  kind: { maxWidth: '320px' },
  note: { ...type.body, margin: 0, color: palette.text3 },
});

const NONE = 'none';
const kinds = Object.keys(emptyConnections) as ConnectionKind[];
const options = [
  { value: NONE, label: 'No printer' },
  ...kinds.map((kind) => ({ value: kind, label: connectionWords[kind] })),
];

/** The receipt printer: how it is reached, what it can do, and whether it works. */
export function PrinterCard() {
  const styles = useStyles();
  const { control, getValues, setValue, clearErrors } = useFormContext<DeviceForm>();
  const printer = useWatch({ control, name: 'printer' });
  /** What was typed for a kind stays there while another one is looked at. */
  const typed = useRef(new Map<string, PrinterConnection>());

  const choose = (wanted: string) => {
    const before = getValues('printer');
    if (before) typed.current.set(before.connection.kind, before.connection);
    clearErrors('printer');
    const kind = kinds.find((known) => known === wanted);
    if (!kind) return setValue('printer', null, { shouldDirty: true });
    const connection = typed.current.get(kind) ?? emptyConnections[kind];
    setValue('printer', { ...(before ?? usualPrinter(kind)), connection }, { shouldDirty: true });
  };
  return (
    <Card title="Receipt printer">
      <div className={styles.fields}>
        <SelectField
          className={styles.kind}
          label="Connection"
          options={options}
          value={printer?.connection.kind ?? NONE}
          onChange={(event) => choose(event.target.value)}
        />
        {printer ? (
          <>
            <PrinterConnectionFields kind={printer.connection.kind} />
            <PrinterPaperFields />
            <PrinterTrial />
          </>
        ) : (
          <p className={styles.note}>
            Receipts are shown on the screen only, and no cash drawer opens. The drawer hangs on the printer.
          </p>
        )}
      </div>
    </Card>
  );
}
