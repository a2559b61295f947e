import { makeStyles } from '@fluentui/react-components';
import { useRef, type ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { PrinterConnection } from '#bridge/settings.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import {
  emptyConnections,
  type ConnectionKind,
  type DeviceForm,
  type PrinterName,
} from './device-form-values.ts';
import { connectionText } from './device-text.ts';
import { PrinterConnectionFields } from './printer-connection-fields.tsx';

const useStyles = makeStyles({
  kind: { maxWidth: '320px' },
});

const NONE = 'none';
const kinds = Object.keys(emptyConnections) as ConnectionKind[];
const choices = kinds.map((kind) => ({ value: kind, label: connectionText[kind] }));

type PrinterSetupProps<Name extends PrinterName> = {
  name: Name;
  title: string;
  /** Returns the usual printer for a kind of connection. */
  usual: (kind: ConnectionKind) => NonNullable<DeviceForm[Name]>;
  /** The choice of no printer, and a note on what it means. */
  none: { choice: string; note: string };
  /** The fields of the printer's abilities, and its test. */
  children: ReactNode;
};

/** The card of one printer: connection, abilities, test. */
export function PrinterSetup<Name extends PrinterName>(props: PrinterSetupProps<Name>) {
  const { title, usual, none, children } = props;
  const name: PrinterName = props.name;
  const styles = useStyles();
  const { control, getValues, setValue, clearErrors } = useFormContext<DeviceForm>();
  const printer = useWatch({ control, name });
  /** The values typed for one kind are kept while another kind is shown. */
  const typed = useRef(new Map<string, PrinterConnection>());

  const choose = (wanted: string) => {
    const before = getValues(name);
    if (before) typed.current.set(before.connection.kind, before.connection);
    clearErrors(name);
    const kind = kinds.find((known) => known === wanted);
    if (!kind) return setValue(name, null, { shouldDirty: true });
    const connection = typed.current.get(kind) ?? emptyConnections[kind];
    setValue(name, { ...(before ?? usual(kind)), connection }, { shouldDirty: true });
  };
  return (
    <Card title={title}>
      <Stack gap={20}>
        <SelectField
          className={styles.kind}
          label="Connection"
          options={[{ value: NONE, label: none.choice }, ...choices]}
          value={printer?.connection.kind ?? NONE}
          onChange={(event) => choose(event.target.value)}
        />
        {printer ? (
          <>
            <PrinterConnectionFields name={name} kind={printer.connection.kind} />
            {children}
          </>
        ) : (
          <Text as="p" size="body" tone="text3">
            {none.note}
          </Text>
        )}
      </Stack>
    </Card>
  );
}
