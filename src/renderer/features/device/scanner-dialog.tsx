import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { scannerSettings, type ScannerSettings } from '#bridge/settings.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ChoiceButtons } from '#renderer/ui/choice-buttons.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { SendButton } from '#renderer/ui/unsaved-dialog.tsx';
import { FoundDevices } from './found-devices.tsx';
import { SerialPortFields } from './serial-port-fields.tsx';

type SerialScanner = Extract<ScannerSettings, { kind: 'serial' }>;
type Kind = ScannerSettings['kind'];
const [serialScanner] = scannerSettings.options;
const kinds = [
  { value: 'hid', label: 'USB scanner' },
  { value: 'serial', label: 'Serial port' },
] as const;

type ScannerDialogProps = {
  /** Returns why the scanner cannot be added; null if it was added. */
  onAdd: (scanner: ScannerSettings) => Promise<string | null>;
  onClose: () => void;
};

/** Adds a scanner that the till opens itself: a device that is plugged in, or a serial port by name. */
export function ScannerDialog({ onAdd, onClose }: ScannerDialogProps) {
  const formId = useId();
  const [kind, setKind] = useState<Kind>('hid');
  const [trouble, setTrouble] = useState<string | null>(null);
  const { register, handleSubmit, setValue, setError, formState } = useForm<SerialScanner>({
    resolver: zodResolver(serialScanner),
    defaultValues: { kind: 'serial', path: '', baud_rate: 9600 },
  });
  const { errors, isDirty, isSubmitting } = formState;
  const submit = handleSubmit(async (scanner) => {
    const refused = await onAdd(scanner);
    if (refused === null) onClose();
    else setError('path', { message: refused }, { shouldFocus: true });
  });
  const addHid = async (scanner: ScannerSettings) => {
    const refused = await onAdd(scanner);
    if (refused === null) onClose();
    else setTrouble(refused);
  };
  return (
    <DialogShell
      open
      title="Add scanner"
      line="Scanners that type like a keyboard need not be added."
      locked={isSubmitting}
      isDirty={isDirty}
      onClose={onClose}
      foot={
        <>
          <Button size="till" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          {kind === 'serial' ? (
            <SendButton appearance="primary" type="submit" form={formId} disabled={isSubmitting}>
              {isSubmitting ? 'Adding…' : 'Add scanner'}
            </SendButton>
          ) : null}
        </>
      }
    >
      <Stack gap={20}>
        <ChoiceButtons label="Connection" even choices={kinds} value={kind} onChange={setKind} />
        {kind === 'hid' ? (
          <>
            <Text as="p" size="body" tone="text2">
              Choose the scanner below. If it is missing, set it to “USB HID POS” with the code in its manual,
              and press Refresh.
            </Text>
            <FoundDevices
              kind="hid"
              noneText="No scanner of this kind"
              onChoose={({ vendor_id, product_id, name }) =>
                void addHid({ kind: 'hid', vendor_id, product_id, name: name.slice(0, 100) })
              }
            />
            {trouble ? (
              <Text as="p" role="alert" size="body" tone="text2">
                {trouble}.
              </Text>
            ) : null}
          </>
        ) : (
          <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
            <SerialPortFields
              path={register('path')}
              baudRate={register('baud_rate', { valueAsNumber: true })}
              errors={{ path: errors.path?.message }}
              onChoose={(path) => setValue('path', path, { shouldValidate: true })}
            />
          </form>
        )}
      </Stack>
    </DialogShell>
  );
}
