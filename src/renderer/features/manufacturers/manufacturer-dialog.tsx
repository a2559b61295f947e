import { manufacturerForm, manufacturers } from '#contract/manufacturers.ts';
import { useChange } from '#renderer/lib/use-change.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

/** Adds a manufacturer. */
export function ManufacturerDialog({ onClose }: { onClose: () => void }) {
  const create = useChange(manufacturers.create, {
    done: ({ name }) => `${name} added`,
    failed: 'Failed to add manufacturer',
  });
  const form = useContractForm(manufacturerForm, {
    values: { name: '' },
    send: async (body, { tell }) => {
      if (await create.run({ body }, tell)) onClose();
    },
  });
  return (
    <FormDialog form={form.state} title="Add Manufacturer" submitLabel="Add Manufacturer" onClose={onClose}>
      <TextField {...form.field('name')} label="Name" required size={44} autoComplete="off" />
    </FormDialog>
  );
}
