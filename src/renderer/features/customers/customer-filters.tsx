import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { customers } from '#contract/customers.ts';
import type { RouteInput } from '#contract/define-route.ts';
import { read } from '#renderer/lib/read.ts';
import type { ListAddress } from '#renderer/lib/use-list.ts';
import { ChoiceFilter, CountFilter, SearchFilter } from '#renderer/ui/filters.tsx';
import { palette } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  points: { display: 'flex', alignItems: 'center', gap: '8px', color: palette.text3 },
});

type CustomerFiltersProps = { list: ListAddress<RouteInput<typeof customers.list>['query']> };

/** The filters of the list of customers. */
export function CustomerFilters({ list }: CustomerFiltersProps) {
  const { query, change } = list;
  const styles = useStyles();
  const groups = useQuery(read(customers.groups));
  const channels = useQuery(read(customers.channels));
  return (
    <>
      <SearchFilter list={list} label="Name, phone or email" width={272} />
      <ChoiceFilter
        label="Customer group"
        all="All groups"
        width={150}
        choices={groups.data}
        value={query.customer_group_id}
        onChange={(customer_group_id) => change({ customer_group_id })}
      />
      <ChoiceFilter
        label="Signup channel"
        all="All channels"
        width={160}
        choices={channels.data}
        value={query.signup_channel_id}
        onChange={(signup_channel_id) => change({ signup_channel_id })}
      />
      <div className={styles.points}>
        <CountFilter
          label="Min points"
          width={112}
          value={query.min_points}
          onChange={(min_points) => change({ min_points })}
        />
        <span aria-hidden="true">–</span>
        <CountFilter
          label="Max points"
          width={112}
          value={query.max_points}
          onChange={(max_points) => change({ max_points })}
        />
      </div>
    </>
  );
}
