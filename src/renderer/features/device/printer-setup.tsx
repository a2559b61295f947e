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
  /** Such a printer as most of them are. */
  usual: (kind: ConnectionKind) => NonNullable<DeviceForm[Name]>;
  /** What holds without one: the choice, and what it means. */
  none: { choice: string; note: string };
  /** What it can do, and the way to try it. */
  children: ReactNode;
};

/** The card of one of the printers: how it is reached, what it can do, and whether it works. */
export function PrinterSetup<Name extends PrinterName>(props: PrinterSetupProps<Name>) {
  const { title, usual, none, children } = props;
  const name: PrinterName = props.name;
  const styles = useStyles();
  const { control, getValues, setValue, clearErrors } = useFormContext<DeviceForm>();
  const printer = useWatch({ control, name });
  /** What was typed for a kind stays there while another one is looked at. */
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
