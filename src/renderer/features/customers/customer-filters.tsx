import { makeStyles } from '@fluentui/react-components';
import type { AddressChanges } from '#renderer/lib/use-address.ts';
import { FilterBar, FilterField } from '#renderer/ui/filter-bar.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { palette } from '#renderer/ui/theme.ts';
import type { ListAddress } from './list-address.ts';
import { useCustomerGroups, useSignupChannels } from './use-customers.ts';

const useStyles = makeStyles({
  group: { width: '150px' },
  channel: { width: '160px' },
  points: { display: 'flex', alignItems: 'center', gap: '8px', color: palette.text3 },
});

const SEARCH_WIDTH = 272;
const POINTS_WIDTH = 112;

const optionsOf = (all: string, choices: readonly { id: number; name: string }[] = []) => [
  { value: '', label: all },
  ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
];
const textOf = (count: number | null) => (count === null ? null : String(count));

type CustomerFiltersProps = { address: ListAddress; onChange: (changes: AddressChanges) => void };

/** The list's one filter row. */
export function CustomerFilters({ address, onChange }: CustomerFiltersProps) {
  const styles = useStyles();
  const groups = useCustomerGroups();
  const channels = useSignupChannels();
  return (
    <FilterBar label="Customers">
      <FilterField
        search
        label="Name, phone or email"
        width={SEARCH_WIDTH}
        value={address.search}
        onChange={(search) => onChange({ search })}
      />
      <SelectField
        className={styles.group}
        label="Customer group"
        labelHidden
        options={optionsOf('All groups', groups.data)}
        value={textOf(address.groupId) ?? ''}
        onChange={(event) => onChange({ customer_group_id: event.target.value || null })}
      />
      <SelectField
        className={styles.channel}
        label="Signup channel"
        labelHidden
        options={optionsOf('All channels', channels.data)}
        value={textOf(address.channelId) ?? ''}
        onChange={(event) => onChange({ signup_channel_id: event.target.value || null })}
      />
      <div className={styles.points}>
        <FilterField
          digits
          label="Min points"
          width={POINTS_WIDTH}
          value={textOf(address.minPoints)}
          onChange={(points) => onChange({ min_points: points })}
        />
        <span aria-hidden="true">–</span>
        <FilterField
          digits
          label="Max points"
          width={POINTS_WIDTH}
          value={textOf(address.maxPoints)}
          onChange={(points) => onChange({ max_points: points })}
        />
      </div>
    </FilterBar>
  );
}
