import { ArrowExit20Regular } from '@fluentui/react-icons';
import { unitsText } from '#domain/units.ts';
import { PackCard, type PackCardProps } from '#renderer/ui/pack-card.tsx';
import { SupplierField } from '#renderer/ui/supplier-field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

const REASON_MAX = 500;
const REFERENCE_MAX = 100;

type Supplier = { id: number; name: string } | null;
export type SendBackErrors = { supplier_id?: string | null; reason?: string | null };

type SendBackCardProps = PackCardProps & {
  storeName: string;
  supplier: Supplier;
  reference: string;
  reason: string;
  errors: SendBackErrors;
  onSupplier: (supplier: Supplier) => void;
  onReference: (reference: string) => void;
  onReason: (reason: string) => void;
};

/** Chooses the supplier and the reason, with the button that takes the units out of stock. */
export function SendBackCard(props: SendBackCardProps) {
  const { storeName, count, errors } = props;
  const [leave, keep] = count === 1 ? ['leaves', 'keeps its record'] : ['leave', 'keep their records'];
  return (
    <PackCard
      {...props}
      hasErrors={Object.values(errors).some(Boolean)}
      title="Return to"
      consequence={
        count === 0
          ? `What goes back leaves the stock of ${storeName} at once.`
          : `${unitsText(count)} ${leave} the stock of ${storeName} at once, and ${keep}.`
      }
      icon={<ArrowExit20Regular />}
      verb="Return"
      busyLabel="Returning…"
    >
      <SupplierField
        label="Supplier"
        required
        value={props.supplier}
        error={errors.supplier_id}
        onChange={(supplier) => props.onSupplier(supplier)}
      />
      <TextField
        label="Reference"
        hint="The supplier’s RMA or credit note"
        maxLength={REFERENCE_MAX}
        autoComplete="off"
        value={props.reference}
        onChange={(event) => props.onReference(event.target.value)}
      />
      <TextArea
        label="Reason"
        required
        rows={3}
        maxLength={REASON_MAX}
        value={props.reason}
        error={errors.reason}
        onChange={(event) => props.onReason(event.target.value)}
      />
    </PackCard>
  );
}
