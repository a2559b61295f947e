import { useEffect, useState } from 'react';
import { counts, quantityForm } from '#contract/counts.ts';
import { takeScans } from '#renderer/lib/scans.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { as, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { VariationField, type ChosenVariation } from '#renderer/ui/variation-field.tsx';

type QuantityDialogProps = {
  countId: number;
  /** The variation whose barcode was scanned or whose number is corrected; null lets the person choose. */
  variation: ChosenVariation | null;
  /** The number entered before. */
  quantity?: number | undefined;
  onClose: () => void;
};

/** Asks how many units there are of a product that cannot be scanned. */
export function QuantityDialog({ countId, variation: given, quantity, onClose }: QuantityDialogProps) {
  const [variation, setVariation] = useState(given);
  const { run } = useRouteMutation(counts.setQuantity, {
    done: ({ quantity: counted, product_name, variation_name }) =>
      `${counted.toLocaleString('en-PH')} × ${product_name}, ${variation_name}`,
    failed: 'Failed to save number',
  });
  const form = useContractForm(quantityForm, {
    values: { product_variation_id: (given?.id ?? null) as number, quantity: (quantity ?? '') as number },
    send: async (body, { onError }) => {
      if (await run({ params: { countId }, body }, onError)) onClose();
    },
  });
  // A scanned code is no quantity: it is refused with a sound, and the page behind does not count it.
  useEffect(() => takeScans(soundError), []);
  const { setFocus } = form;
  useEffect(() => {
    if (given) setFocus('quantity', { shouldSelect: true });
  }, [given, setFocus]);
  return (
    <FormDialog
      form={form.state}
      title="Enter a number"
      line="For units without a serial number, IMEI or QR code. It takes the place of the number before."
      submitLabel="Save number"
      onClose={onClose}
    >
      <VariationField
        required
        size={44}
        value={variation}
        error={form.formState.errors.product_variation_id?.message}
        onChange={(chosen) => {
          setVariation(chosen);
          form.setValue('product_variation_id', (chosen?.id ?? null) as number, {
            shouldDirty: true,
            shouldValidate: form.formState.isSubmitted,
          });
        }}
      />
      <TextField
        {...form.field('quantity', as.number)}
        label="Units counted"
        required
        size={44}
        inputMode="numeric"
        autoComplete="off"
      />
    </FormDialog>
  );
}
