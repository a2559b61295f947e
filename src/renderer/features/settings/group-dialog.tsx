import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { groupForm } from '#contract/customers.ts';
import type { CustomerGroup } from '#contract/shapes.ts';
import { basisPointsToPercent } from '#domain/money.ts';
import { TextField } from '#renderer/ui/text-field.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { pricingWords } from './pricing-words.ts';
import type { Outcome } from './use-saving-entry.ts';

type Typed = z.input<typeof groupForm>;
export type GroupValues = z.output<typeof groupForm>;

const number = { setValueAs: (value: string | number) => (value === '' ? NaN : Number(value)) };
const isField = (name: string): name is keyof Typed => name in groupForm.shape;

type GroupDialogProps = {
  /** Null for a new one. */
  group: CustomerGroup | null;
  onSave: (values: GroupValues) => Promise<Outcome>;
  onClose: () => void;
};

/** Adds a customer group, or changes one; the slug decides prices and never changes. */
export function GroupDialog({ group, onSave, onClose }: GroupDialogProps) {
  const { register, control, handleSubmit, setError, formState } = useForm<Typed, unknown, GroupValues>({
    resolver: zodResolver(groupForm),
    defaultValues: {
      name: group?.name ?? '',
      slug: group?.slug ?? '',
      discount_percentage: basisPointsToPercent(group?.discount_percentage ?? 0),
    },
  });
  const { errors, isSubmitting } = formState;
  const slug = useWatch({ control, name: 'slug' });
  const submit = handleSubmit(async (values) => {
    const outcome = await onSave(values);
    if (outcome.state === 'done') return onClose();
    for (const [field, message] of Object.entries(outcome.fields)) {
      setError(isField(field) ? field : 'name', { message }, { shouldFocus: true });
    }
    if (outcome.sentence) setError('name', { message: outcome.sentence }, { shouldFocus: true });
  });
  return (
    <EntryDialog
      title={group ? `Edit ${group.name}` : 'Add customer group'}
      submitLabel={group ? 'Save group' : 'Add group'}
      busy={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TextField
        {...register('name')}
        label="Name"
        required
        size={44}
        autoComplete="off"
        error={errors.name?.message}
      />
      <TextField
        {...register('slug')}
        label="Slug"
        required
        size={44}
        readOnly={group !== null}
        autoComplete="off"
        hint={
          <>
            Prices: {pricingWords(slug).toLowerCase()}.{' '}
            {group
              ? 'The slug decides that and never changes.'
              : 'Only member, vip and wholesale have prices of their own.'}
          </>
        }
        error={errors.slug?.message}
      />
      <TextField
        {...register('discount_percentage', number)}
        label="Discount %"
        type="number"
        min={0}
        max={100}
        step="any"
        size={44}
        autoComplete="off"
        hint="Shown on the till beside the group. It changes no price."
        error={errors.discount_percentage?.message}
      />
    </EntryDialog>
  );
}
