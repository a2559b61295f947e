import { makeStyles } from '@fluentui/react-components';
import type { StaffMember } from '#contract/people.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import { storeDate, type Zones } from '#domain/store-time.ts';
import { EmailText } from '#renderer/ui/email-text.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { MutedText } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, type, windows } from '#renderer/ui/theme.ts';
import { lastLoginText } from './staff-columns.tsx';

const useStyles = makeStyles({
  root: { padding: '20px' },
  list: {
    ...type.body,
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    columnGap: '32px',
    rowGap: '20px',
    margin: 0,
    [windows.onePane]: { gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))', columnGap: '16px' },
  },
  title: { ...type.cardTitle, margin: '28px 0 12px', color: palette.text1 },
});

/** A person's profile, stores and activity figures. */
export function StaffOverview({ person, timeZone }: { person: StaffMember; timeZone: Zones }) {
  const styles = useStyles();
  const additional = person.stores.filter(({ id }) => id !== person.primary_store_id);
  const facts = [
    ['Email', <EmailText key="email" address={person.email} />],
    ['Joined', formatDate(storeDate(person.created_at, timeZone))],
    ['Last login', lastLoginText(person.last_login_at, timeZone)],
    ['Status', <StateBadge key="state" of="person" state={person.is_active ? 'active' : 'inactive'} />],
  ] as const;
  const places = [
    ['Primary store', person.primary_store?.name ?? <MutedText key="none">No primary store</MutedText>],
    [
      'Additional stores',
      additional.map(({ name }) => name).join(', ') || <MutedText key="none">None</MutedText>,
    ],
  ] as const;
  const sold = person.transactions_count.toLocaleString('en-US');
  const figures = [
    ['Total transactions', person.transactions_capped ? `${sold}+` : sold],
    ['Items checked', person.checked_items_count.toLocaleString('en-US')],
  ] as const;
  return (
    <div className={styles.root}>
      <dl className={styles.list}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <Text as="dt" size="label" tone="text3">
              {label}
            </Text>
            <Text as="dd" tone="text1" breaks>
              {value}
            </Text>
          </div>
        ))}
      </dl>
      <h2 className={styles.title}>Store assignment</h2>
      {person.stores.length === 0 ? (
        <MutedText>No stores assigned</MutedText>
      ) : (
        <dl className={styles.list}>
          {places.map(([label, value]) => (
            <div key={label}>
              <Text as="dt" size="label" tone="text3">
                {label}
              </Text>
              <Text as="dd" tone="text1" breaks>
                {value}
              </Text>
            </div>
          ))}
        </dl>
      )}
      <h2 className={styles.title}>Quick stats</h2>
      <dl className={styles.list}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <Text as="dt" size="label" tone="text3">
              {label}
            </Text>
            <Text as="dd" size="figure" figures tone="text1">
              {value}
            </Text>
          </div>
        ))}
      </dl>
    </div>
  );
}
