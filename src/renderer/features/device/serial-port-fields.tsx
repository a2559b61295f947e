import type { UseFormRegisterReturn } from 'react-hook-form';
import { baudRates } from '#bridge/settings.ts';
import { Columns, Stack } from '#renderer/ui/layout.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { FoundDevices } from './found-devices.tsx';

const baudOptions = baudRates.map((rate) => ({ value: String(rate), label: `${rate} baud` }));

type SerialPortFieldsProps = {
  path: UseFormRegisterReturn;
  baudRate: UseFormRegisterReturn;
  errors: { path?: string | undefined; baudRate?: string | undefined };
  /** Called with the port chosen from those found. */
  onChoose: (path: string) => void;
};

/** Edits a serial port, typed or chosen from this computer's ports, and its speed. */
export function SerialPortFields({ path, baudRate, errors, onChoose }: SerialPortFieldsProps) {
  return (
    <Stack gap={12}>
      <Columns stacks columns="minmax(0, 1fr) 140px" gap={16} align="start">
        <TextField
          {...path}
          label="Port"
          required
          autoComplete="off"
          placeholder="COM3 or /dev/ttyUSB0"
          error={errors.path}
        />
        <SelectField {...baudRate} label="Speed" options={baudOptions} error={errors.baudRate} />
      </Columns>
      <FoundDevices kind="serial" noneText="No serial port" onChoose={(found) => onChoose(found.path)} />
    </Stack>
  );
}
