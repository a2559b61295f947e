import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { StaffMember } from '#contract/people.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import { storeDate, type Zones } from '#domain/store-time.ts';
import { EmailText } from '#renderer/ui/email-text.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { MutedText } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes, type, windows } from '#renderer/ui/theme.ts';
import { lastLoginText } from './staff-columns.tsx';

const useStyles = makeStyles({
  root: { padding: `20px ${sizes.cardSide}` },
  list: {
    ...type.body,
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    columnGap: '32px',
    rowGap: '16px',
    margin: 0,
    [windows.onePane]: { columnGap: '16px' },
  },
  four: {
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    [windows.onePane]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    // An email address has a row of its own.
    [windows.phone]: { '& > :first-child': { gridColumn: '1 / -1' } },
  },
  halves: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    columnGap: '32px',
    [windows.onePane]: { columnGap: '16px' },
    [windows.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  title: { ...type.cardTitle, margin: '24px 0 12px', color: palette.text1 },
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
      <Entries entries={facts} four />
      <div className={styles.halves}>
        <section>
          <h2 className={styles.title}>Store assignment</h2>
          {person.stores.length === 0 ? (
            <MutedText>No stores assigned</MutedText>
          ) : (
            <Entries entries={places} />
          )}
        </section>
        <section>
          <h2 className={styles.title}>Quick stats</h2>
          <Entries entries={figures} figures />
        </section>
      </div>
    </div>
  );
}

type EntriesProps = {
  entries: readonly (readonly [label: string, value: ReactNode])[];
  /** True for four in a row instead of two. */
  four?: boolean;
  /** True if the values are large figures. */
  figures?: boolean;
};

function Entries({ entries, four = false, figures = false }: EntriesProps) {
  const styles = useStyles();
  return (
    <dl className={mergeClasses(styles.list, four && styles.four)}>
      {entries.map(([label, value]) => (
        <div key={label}>
          <Text as="dt" size="label" tone="text3">
            {label}
          </Text>
          <Text
            as="dd"
            size={figures ? 'figure' : undefined}
            figures={figures}
            tone="text1"
            breaks={!figures}
          >
            {value}
          </Text>
        </div>
      ))}
    </dl>
  );
}
