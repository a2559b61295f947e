import { buyerForm } from '#contract/transactions.ts';
import type { Sale } from '#domain/sale.ts';
import type { z } from '#contract/zod.ts';
import { as, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

/** Whom the receipt names as the buyer. */
export type Buyer = z.output<typeof buyerForm>;

/** Returns a buyer in one line: `Reyes Trading, TIN 123-456-789-00000`. */
export const buyerText = ({ buyer_name: name, buyer_tin: tin, buyer_address: address }: Buyer): string =>
  [name, tin && `TIN ${tin}`, ...(name || tin ? [] : [address])].filter(Boolean).join(', ');

type BuyerDialogProps = {
  buyer: Buyer | null;
  /** The customer of the sale, whose name and address are proposed first. */
  customer: Sale['customer'];
  onChange: (buyer: Buyer | null) => void;
  onClose: () => void;
};

/** Asks whom the receipt names as the buyer; emptied, it names nobody. */
export function BuyerDialog({ buyer, customer, onChange, onClose }: BuyerDialogProps) {
  const proposed = {
    buyer_name: customer?.name ?? '',
    buyer_tin: '',
    buyer_address: customer?.address ?? '',
  };
  const form = useContractForm(buyerForm, {
    values: buyer ?? proposed,
    send: (named) => {
      onChange(Object.values(named).some(Boolean) ? named : null);
      onClose();
      return Promise.resolve();
    },
  });
  return (
    <FormDialog
      form={form.state}
      title="Buyer on the receipt"
      line="For who asks for a receipt with a name and TIN."
      submitLabel={buyer ? 'Change buyer' : 'Name buyer'}
      onClose={onClose}
    >
      <TextField {...form.field('buyer_name', as.textOrNull)} label="Name" size={44} autoComplete="off" />
      <TextField
        {...form.field('buyer_tin', as.textOrNull)}
        label="TIN"
        size={44}
        autoComplete="off"
        hint="Such as 123-456-789-00000."
      />
      <TextArea {...form.field('buyer_address', as.textOrNull)} label="Address" rows={2} />
    </FormDialog>
  );
}
