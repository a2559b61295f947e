import { manufacturerForm, manufacturers } from '#contract/manufacturers.ts';
import { useChange } from '#renderer/lib/use-change.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

type Manufacturer = { id: number; name: string };

type ManufacturerDialogProps = {
  /** Null for a new one. */
  maker: Manufacturer | null;
  onClose: () => void;
  onSaved?: (maker: Manufacturer) => void;
};

/** Adds a manufacturer, or renames one. */
export function ManufacturerDialog({ maker, onClose, onSaved }: ManufacturerDialogProps) {
  const create = useChange(manufacturers.create, {
    done: ({ name }) => `${name} added`,
    failed: 'Failed to add manufacturer',
  });
  const update = useChange(manufacturers.update, {
    done: ({ name }) => `Renamed to ${name}`,
    failed: 'Failed to rename manufacturer',
  });
  const form = useContractForm(manufacturerForm, {
    values: { name: maker?.name ?? '' },
    send: async (body, { tell }) => {
      const saved = maker
        ? await update.run({ params: { manufacturerId: maker.id }, body }, tell)
        : await create.run({ body }, tell);
      if (!saved) return;
      onSaved?.(saved);
      onClose();
    },
  });
  const label = maker ? 'Rename' : 'Add Manufacturer';
  return (
    <FormDialog
      form={form.state}
      title={maker ? `Rename ${maker.name}` : label}
      submitLabel={label}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" required size={44} autoComplete="off" />
    </FormDialog>
  );
}
