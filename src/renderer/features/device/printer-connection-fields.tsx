import { useFormContext } from 'react-hook-form';
import { Columns, Stack } from '#renderer/ui/layout.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import {
  connectionErrors,
  type ConnectionKind,
  type DeviceForm,
  type PrinterName,
} from './device-form-values.ts';
import { FoundDevices } from './found-devices.tsx';
import { SerialPortFields } from './serial-port-fields.tsx';

/** An emptied number becomes NaN instead of 0. */
const number = { setValueAs: (value: string | number) => (value === '' ? NaN : Number(value)) };
const fresh = { shouldDirty: true, shouldValidate: true } as const;

type OfPrinter = { name: PrinterName };

/** The fields of one kind of connection of a printer. */
export function PrinterConnectionFields({ name, kind }: OfPrinter & { kind: ConnectionKind }) {
  switch (kind) {
    case 'network':
      return <NetworkFields name={name} />;
    case 'serial':
      return <SerialFields name={name} />;
    case 'device':
      return <DeviceFields name={name} />;
    case 'queue':
      return <QueueFields name={name} />;
  }
}

function NetworkFields({ name }: OfPrinter) {
  const { register, formState } = useFormContext<DeviceForm>();
  const errors = connectionErrors(formState.errors, name);
  return (
    <Columns stacks columns="minmax(0, 1fr) 140px" gap={16} align="start">
      <TextField
        {...register(`${name}.connection.host`)}
        label="Printer address"
        required
        autoComplete="off"
        placeholder="192.168.1.50"
        hint="On the paper that the printer prints when it is switched on with its feed button held."
        error={errors.host?.message}
      />
      <TextField
        {...register(`${name}.connection.port`, number)}
        label="Port"
        required
        inputMode="numeric"
        figures={false}
        autoComplete="off"
        hint="Nearly always 9100."
        error={errors.port?.message}
      />
    </Columns>
  );
}

function SerialFields({ name }: OfPrinter) {
  const { register, setValue, formState } = useFormContext<DeviceForm>();
  const errors = connectionErrors(formState.errors, name);
  return (
    <SerialPortFields
      path={register(`${name}.connection.path`)}
      baudRate={register(`${name}.connection.baud_rate`, { valueAsNumber: true })}
      errors={{ path: errors.path?.message, baudRate: errors.baud_rate?.message }}
      onChoose={(path) => setValue(`${name}.connection.path`, path, fresh)}
    />
  );
}

function DeviceFields({ name }: OfPrinter) {
  const { register, setValue, formState } = useFormContext<DeviceForm>();
  return (
    <Stack gap={12}>
      <TextField
        {...register(`${name}.connection.path`)}
        label="Device"
        required
        autoComplete="off"
        placeholder="/dev/usb/lp0 or \\.\LPT1"
        error={connectionErrors(formState.errors, name).path?.message}
      />
      <FoundDevices
        kind="device"
        noneText="No such device"
        onChoose={({ path }) => setValue(`${name}.connection.path`, path, fresh)}
      />
    </Stack>
  );
}

function QueueFields({ name }: OfPrinter) {
  const { register, setValue, formState } = useFormContext<DeviceForm>();
  return (
    <Stack gap={12}>
      <TextField
        {...register(`${name}.connection.queue`)}
        label="Printer"
        required
        autoComplete="off"
        placeholder="Receipts"
        hint="Its name in this computer’s own printer settings."
        error={connectionErrors(formState.errors, name).queue?.message}
      />
      <FoundDevices
        kind="queue"
        noneText="No printer"
        onChoose={({ queue }) => setValue(`${name}.connection.queue`, queue, fresh)}
      />
    </Stack>
  );
}
