import { useWatch } from 'react-hook-form';
import { customers, groupForm } from '#contract/customers.ts';
import type { CustomerGroup } from '#contract/shapes.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { as, emptyForm, useContractForm, valuesFrom } from '#renderer/lib/use-contract-form.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { PercentField } from '#renderer/ui/percent-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { pricingText } from './pricing-text.ts';

type GroupDialogProps = {
  /** Null for a new one. */
  group: CustomerGroup | null;
  onClose: () => void;
};

/** Adds a customer group, or changes one; the slug decides prices and never changes. */
export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const create = useRouteMutation(customers.createGroup, {
    done: ({ name }) => `${name} added`,
    failed: 'Failed to add customer group',
  });
  const update = useRouteMutation(customers.updateGroup, {
    done: 'Customer group saved',
    failed: 'Failed to save customer group',
  });
  const form = useContractForm(groupForm, {
    values: group ? valuesFrom(groupForm, group) : emptyForm(groupForm, { discount_percentage: 0 }),
    send: async ({ slug, ...changes }, { onError }) => {
      const saved = group
        ? await update.run({ params: { groupId: group.id }, body: changes }, onError)
        : await create.run({ body: { ...changes, slug } }, onError);
      if (saved) onClose();
    },
  });
  const slug = useWatch({ control: form.control, name: 'slug' });
  return (
    <FormDialog
      form={form.state}
      title={group ? `Edit ${group.name}` : 'Add customer group'}
      submitLabel={group ? 'Save group' : 'Add group'}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" required size={44} autoComplete="off" />
      <TextField
        {...form.field('slug')}
        label="Slug"
        required
        size={44}
        readOnly={group !== null}
        autoComplete="off"
        hint={
          <>
            Prices: {pricingText(slug).toLowerCase()}.{' '}
            {group
              ? 'The slug decides that and never changes.'
              : 'Only member, vip and wholesale have prices of their own.'}
          </>
        }
      />
      <PercentField
        {...form.field('discount_percentage', as.number)}
        label="Discount"
        size={44}
        hint="Shown on the till beside the group. It changes no price."
      />
    </FormDialog>
  );
}
