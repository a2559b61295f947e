import { supplierReturnChanges, supplierReturns, type SupplierReturn } from '#contract/supplier-returns.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

/** Edits the supplier's reference and the notes of a return: a credit note comes weeks after the units went. */
export function NoteDialog({ returned, onClose }: { returned: SupplierReturn; onClose: () => void }) {
  const { run } = useRouteMutation(supplierReturns.update, {
    done: ({ number }) => `${number} updated`,
    failed: 'Failed to update return',
  });
  const form = useContractForm(supplierReturnChanges, {
    values: { reference: returned.reference, notes: returned.notes },
    send: async (_, { changed, onError }) => {
      if (await run({ params: { returnId: returned.id }, body: changed }, onError)) onClose();
    },
  });
  return (
    <FormDialog
      form={form.state}
      title={`Edit notes of ${returned.number}`}
      submitLabel="Update notes"
      onClose={onClose}
    >
      <TextField
        {...form.field('reference')}
        label="Reference"
        hint="The supplier’s RMA or credit note"
        autoComplete="off"
      />
      <TextArea {...form.field('notes')} label="Notes" rows={4} />
    </FormDialog>
  );
}
