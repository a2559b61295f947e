import { People24Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { customers } from '#contract/customers.ts';
import type { CustomerGroup } from '#contract/shapes.ts';
import { basisPointsToPercent } from '#domain/money.ts';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { wholeList } from '#renderer/lib/use-list.ts';
import type { Column } from '#renderer/ui/data-table.tsx';
import { GroupBadge } from '#renderer/ui/group-badge.tsx';
import { LookupCard } from '#renderer/ui/lookup-card.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { isPriced, pricingText } from './pricing-text.ts';

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
  { key: 'prices', head: 'Prices', cell: (row) => pricingText(row.slug) },
];

/** The groups that customers can be in: added, renamed and deleted. */
export function CustomerGroupsCard() {
  const query = useQuery(read(customers.groups));
  const remove = useRouteMutation(customers.deleteGroup, { failed: 'Failed to delete customer group' });
  return (
    <LookupCard
      title="Customer Groups"
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
