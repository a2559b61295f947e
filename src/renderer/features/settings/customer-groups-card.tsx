import { People24Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { customers, groupForm } from '#contract/customers.ts';
import type { CustomerGroup } from '#contract/shapes.ts';
import { read } from '#renderer/lib/read.ts';
import { as, emptyForm, useContractForm, valuesFrom } from '#renderer/lib/use-contract-form.ts';
import { wholeList } from '#renderer/lib/use-list.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import type { Column } from '#renderer/ui/data-table.tsx';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { GroupBadge } from '#renderer/ui/group-badge.tsx';
import { LookupCard } from '#renderer/ui/lookup-card.tsx';
import { PercentField } from '#renderer/ui/percent-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { chargedText, isPriced, pricingText } from './pricing-text.ts';

type GroupDialogProps = {
  /** Null for a new one. */
  group: CustomerGroup | null;
  onClose: () => void;
};

/** Creates or edits a customer group; the slug decides prices and never changes. */
function GroupDialog({ group, onClose }: GroupDialogProps) {
  const create = useRouteMutation(customers.createGroup, {
    done: ({ name }) => `${name} added`,
    failed: 'Failed to add customer group',
  });
  const update = useRouteMutation(customers.updateGroup, {
    done: 'Customer group updated',
    failed: 'Failed to update customer group',
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
      pairs
      title={group ? `Edit ${group.name}` : 'Add customer group'}
      submitLabel={group ? 'Update group' : 'Add group'}
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
            {pricingText(slug)}{' '}
            {group
              ? 'The slug decides that and never changes.'
              : 'Only member, vip and wholesale have prices of their own.'}
          </>
        }
      />
      <PercentField
        {...form.field('discount_percentage', as.number)}
        label="Percent off on the card"
        size={44}
        hint="A label on the till’s customer card. It changes no price."
      />
    </FormDialog>
  );
}

const columns: Column<CustomerGroup>[] = [
  { key: 'name', head: 'Name', width: 'content', cell: (row) => <GroupBadge group={row} /> },
  { key: 'slug', head: 'Slug', width: 'content', cell: (row) => row.slug },
  { key: 'prices', head: 'Charged', cell: (row) => chargedText(row) },
];

/** The customer groups: add, rename, delete. */
export function CustomerGroupsCard() {
  const query = useQuery(read(customers.groups));
  const remove = useRouteMutation(customers.deleteGroup, { failed: 'Failed to delete customer group' });
  return (
    <LookupCard
      title="Customer groups"
      addLabel="Add group"
      editLabel="Edit"
      columns={columns}
      list={wholeList(query, query.data)}
      empty={{
        icon: <People24Regular />,
        title: 'No customer groups',
        text: 'Everybody is Regular and pays retail. Add a group to give member, VIP or wholesale prices.',
      }}
      dialog={(group, close) => <GroupDialog group={group} onClose={close} />}
      deleteConsequence={({ name }) =>
        `${name} can no longer be chosen for a customer. Past sales keep their prices.`
      }
      onDelete={({ id }, onError) => remove.run({ params: { groupId: id } }, onError)}
      mayDelete={({ slug }) => !isPriced(slug)}
    />
  );
}
