import { People24Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CustomerGroup } from '#contract/shapes.ts';
import { basisPointsToPercent } from '#domain/money.ts';
import { api } from '#renderer/lib/api-client.ts';
import { customerGroupsQuery } from '#renderer/lib/customer-lists.ts';
import type { Column } from '#renderer/ui/data-table.tsx';
import { GroupBadge } from '#renderer/ui/group-badge.tsx';
import { DeleteEntryDialog } from './delete-entry-dialog.tsx';
import { GroupDialog, type GroupValues } from './group-dialog.tsx';
import { ListCard, type ListWish } from './list-card.tsx';
import { isPriced, pricingWords } from './pricing-words.ts';
import { useSavingEntry } from './use-saving-entry.ts';

const columns: Column<CustomerGroup>[] = [
  { key: 'name', head: 'Name', width: '24%', cell: (row) => <GroupBadge group={row} /> },
  { key: 'slug', head: 'Slug', width: '20%', cell: (row) => row.slug },
  {
    key: 'discount',
    head: 'Discount',
    width: '84px',
    align: 'end',
    cell: (row) => `${basisPointsToPercent(row.discount_percentage)}%`,
  },
  { key: 'prices', head: 'Prices', cell: (row) => pricingWords(row.slug) },
];

/** The groups that customers can be in: added, renamed and deleted. */
export function CustomerGroupsCard() {
  const list = useQuery(customerGroupsQuery);
  const [wish, setWish] = useState<ListWish<CustomerGroup> | null>(null);
  const { busy, run } = useSavingEntry(customerGroupsQuery.queryKey);
  const close = () => setWish(null);
  const save = ({ slug, ...changes }: GroupValues) => {
    if (wish?.kind !== 'edit') {
      return run({ done: `${changes.name} added`, failed: 'Failed to add customer group' }, () =>
        api.customers.createGroup({ body: { ...changes, slug } }),
      );
    }
    return run({ done: 'Customer group saved', failed: 'Failed to save customer group' }, () =>
      api.customers.updateGroup({ params: { groupId: wish.row.id }, body: changes }),
    );
  };
  const remove = (group: CustomerGroup) =>
    run({ done: `${group.name} deleted`, failed: 'Failed to delete customer group' }, () =>
      api.customers.deleteGroup({ params: { groupId: group.id } }),
    );
  return (
    <>
      <ListCard
        title="Customer Groups"
        addLabel="Add group"
        editLabel="Edit"
        mayDelete={(group) => !isPriced(group.slug)}
        columns={columns}
        list={list}
        empty={{
          icon: <People24Regular />,
          title: 'No customer groups',
          words: 'Everybody is Regular and pays retail. Add a group to give member, VIP or wholesale prices.',
        }}
        onWish={setWish}
      />
      {wish?.kind === 'add' || wish?.kind === 'edit' ? (
        <GroupDialog group={wish.kind === 'edit' ? wish.row : null} onSave={save} onClose={close} />
      ) : null}
      {wish?.kind === 'delete' ? (
        <DeleteEntryDialog
          name={wish.row.name}
          consequence={`${wish.row.name} can no longer be chosen for a customer. Past sales keep their prices.`}
          busy={busy}
          onDelete={() => remove(wish.row)}
          onClose={close}
        />
      ) : null}
    </>
  );
}
