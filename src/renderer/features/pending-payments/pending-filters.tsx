import { makeStyles } from '@fluentui/react-components';
import { dues, paymentMethodLabels, paymentMethods, type Due } from '#domain/payments.ts';
import type { AddressChanges } from '#renderer/lib/use-address.ts';
import { FilterBar, FilterField } from '#renderer/ui/filter-bar.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import type { PendingAddress } from './narrow-pending.ts';

const useStyles = makeStyles({
  method: { width: '176px' },
  due: { width: '180px' },
});

const dueLabels: Record<Due, string> = {
  overdue: 'Overdue',
  today: 'Expected today',
  later: 'Expected later',
  undated: 'No expected date',
};

const methodOptions = [
  { value: '', label: 'All methods' },
  ...paymentMethods.map((method) => ({ value: method, label: paymentMethodLabels[method] })),
];
const dueOptions = [
  { value: '', label: 'Any expected date' },
  ...dues.map((due) => ({ value: due, label: dueLabels[due] })),
];

type PendingFiltersProps = { address: PendingAddress; onChange: (changes: AddressChanges) => void };

/** The list's one filter row. */
export function PendingFilters({ address, onChange }: PendingFiltersProps) {
  const styles = useStyles();
  return (
    <FilterBar label="Pending payments">
      <FilterField
        search
        label="Reference, number or customer"
        width={280}
        value={address.search}
        onChange={(search) => onChange({ search })}
      />
      <SelectField
        className={styles.method}
        label="Method"
        labelHidden
        options={methodOptions}
        value={address.method ?? ''}
        onChange={(event) => onChange({ method: event.target.value || null })}
      />
      <SelectField
        className={styles.due}
        label="Expected date"
        labelHidden
        options={dueOptions}
        value={address.due ?? ''}
        onChange={(event) => onChange({ due: event.target.value || null })}
      />
    </FilterBar>
  );
}
