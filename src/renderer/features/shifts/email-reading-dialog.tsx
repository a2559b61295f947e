import { zReadings, type ZReading } from '#contract/z-readings.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { readingName } from './reading-columns.tsx';

export function EmailReadingDialog({ reading, onClose }: { reading: ZReading; onClose: () => void }) {
  const { run } = useRouteMutation(
    zReadings.email,
    { done: (_, { body }) => `Z reading sent to ${body.email}`, failed: 'Failed to email Z reading' },
    // Each request is an email of its own: the address may differ.
    { repeats: true },
  );
  const form = useContractForm(zReadings.email.body, {
    values: { email: '' },
    send: async (body, { onError }) => {
      if (await run({ params: { readingId: reading.id }, body }, onError)) onClose();
    },
  });
  return (
    <FormDialog
      form={form.state}
      title={`Email ${readingName(reading)}`}
      submitLabel="Send Z reading"
      onClose={onClose}
    >
      <TextField
        {...form.field('email', { setValueAs: (text: string) => text.trim() })}
        label="Email"
        type="email"
        size={44}
        maxLength={255}
      />
    </FormDialog>
  );
}
