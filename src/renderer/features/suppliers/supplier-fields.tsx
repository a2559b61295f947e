import { makeStyles } from '@fluentui/react-components';
import { Controller } from 'react-hook-form';
import { SUPPLIER_CODE_MAX, type supplierForm } from '#contract/suppliers.ts';
import { inCapitals } from '#renderer/lib/in-capitals.ts';
import { as, type ContractForm } from '#renderer/lib/use-contract-form.ts';
import { Card } from '#renderer/ui/card.tsx';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { SwitchField } from '#renderer/ui/switch-field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

const useStyles = makeStyles(fieldGrid);

type SupplierFieldsProps = { form: ContractForm<typeof supplierForm> };

/** Everything that is kept of a supplier, in its sections; each message stands on its field. */
export function SupplierFields({ form }: SupplierFieldsProps) {
  const styles = useStyles();
  // Registered in the order in which they stand: the first one that is wrong gets the focus.
  const name = form.field('name');
  const code = form.field('code');
  return (
    <>
      <Card title="Basic Information">
        <div className={styles.fields}>
          <TextField {...name} className={styles.whole} label="Name" required autoComplete="off" autoFocus />
          <TextField
            {...code}
            label="Code"
            required
            maxLength={SUPPLIER_CODE_MAX}
            autoComplete="off"
            spellCheck={false}
            hint="What you call them in short, as in LMD-01"
            onChange={(event) => {
              inCapitals(event);
              void code.onChange(event);
            }}
          />
          <TextField
            {...form.field('contact_person', as.textOrNull)}
            label="Contact person"
            autoComplete="off"
          />
          <Controller
            control={form.control}
            name="is_active"
            render={({ field }) => (
              <SwitchField
                ref={field.ref}
                className={styles.whole}
                label="Active Supplier"
                note="Inactive suppliers do not appear in new purchase orders"
                checked={field.value !== false}
                onBlur={field.onBlur}
                onChange={field.onChange}
              />
            )}
          />
        </div>
      </Card>
      <Card title="Contact Information">
        <div className={styles.fields}>
          <TextField {...form.field('email', as.textOrNull)} label="Email" type="email" autoComplete="off" />
          <TextField {...form.field('phone', as.textOrNull)} label="Phone" type="tel" autoComplete="off" />
          <TextArea
            {...form.field('address', as.textOrNull)}
            className={styles.whole}
            label="Address"
            rows={2}
          />
        </div>
      </Card>
      <Card title="Business Information">
        <div className={styles.fields}>
          <TextField
            {...form.field('payment_terms', as.textOrNull)}
            className={styles.whole}
            label="Payment terms"
            placeholder="Net 30, cash on delivery"
            autoComplete="off"
          />
          <TextArea {...form.field('notes', as.textOrNull)} className={styles.whole} label="Notes" rows={3} />
        </div>
      </Card>
    </>
  );
}
