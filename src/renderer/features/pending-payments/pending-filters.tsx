import { dues, paymentMethodLabels, tenders, type Due } from '#domain/payments.ts';
import type { ListAddress } from '#renderer/lib/use-list.ts';
import { ChoiceFilter, SearchFilter } from '#renderer/ui/filters.tsx';
import type { PendingFilters } from './narrow-pending.ts';

const dueLabels: Record<Due, string> = {
  overdue: 'Overdue',
  today: 'Expected today',
  later: 'Expected later',
  undated: 'No expected date',
};

const methodChoices = tenders.map((id) => ({ id, name: paymentMethodLabels[id] }));
const dueChoices = dues.map((id) => ({ id, name: dueLabels[id] }));

/** The filters of the list of pending payments. */
export function PendingFilterFields({ list }: { list: ListAddress<PendingFilters> }) {
  const { query, change } = list;
  return (
    <>
      <SearchFilter
        list={list}
        label="Reference, number or customer"
        short="Number or customer"
        width={280}
      />
      <ChoiceFilter
        label="Method"
        all="All methods"
        width={176}
        choices={methodChoices}
        value={query.method}
        onChange={(method) => change({ method })}
      />
      <ChoiceFilter
        label="Expected date"
        all="Any expected date"
        width={180}
        choices={dueChoices}
        value={query.due}
        onChange={(due) => change({ due })}
      />
    </>
  );
}
