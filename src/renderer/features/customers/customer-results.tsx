import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { PersonSearch24Regular } from '@fluentui/react-icons';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Customer } from '#contract/customers.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { wholeFacts } from '#renderer/ui/facts-line.tsx';
import { GroupBadge } from '#renderer/ui/group-badge.tsx';
import { Initials } from '#renderer/ui/initials.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { chosenRow, optionRow } from '#renderer/ui/option-row.ts';
import { Text } from '#renderer/ui/text.tsx';
import { palette, tabular, type, windows } from '#renderer/ui/theme.ts';
import { SEARCH_MINIMUM } from './use-customers.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: '0 12px 12px', [windows.phone]: { padding: '0 4px 12px' } },
  /** It scrolls itself: the arrow keys of the search field reach all of it. */
  found: { height: '100%', boxSizing: 'border-box', overflowY: 'auto' },
  row: optionRow,
  chosen: chosenRow,
  text: { flexGrow: 1, minWidth: 0 },
  name: {
    ...type.bodyStrong,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  points: { ...type.label, ...tabular, flexShrink: 0, color: palette.text2 },
  hint: { ...type.body, margin: 0, padding: '32px 24px', textAlign: 'center', color: palette.text3 },
});

const SKELETONS = 4;

export const resultId = (customerId: number) => `customer-${customerId}`;

type CustomerResultsProps = {
  /** The search text. */
  text: string;
  results: UseQueryResult<Customer[]>;
  listId: string;
  chosen: number | null;
  onChoose: (customer: Customer) => void;
  /** Null for those who may not make customers. */
  onQuickCreate: (() => void) | null;
};

/** Lists the customers found, with loading, empty and error states. */
export function CustomerResults(props: CustomerResultsProps) {
  const styles = useStyles();
  const { text, results, listId, chosen, onChoose, onQuickCreate } = props;
  if (text.length < SEARCH_MINIMUM) {
    return (
      <p className={styles.hint}>Type at least {SEARCH_MINIMUM} characters of a name, phone or email.</p>
    );
  }
  if (results.isPending) {
    return (
      <div className={styles.list}>
        <LoadingNote>Looking for customers</LoadingNote>
        {Array.from({ length: SKELETONS }, (_, index) => (
          <div key={index} className={styles.row}>
            <Skeleton width={32} height={32} />
            <Skeleton width="50%" />
          </div>
        ))}
      </div>
    );
  }
  if (results.isError) {
    return (
      <ErrorState compact title="Customers could not be loaded" onRetry={() => void results.refetch()}>
        The sale can go on as a walk-in’s.
      </ErrorState>
    );
  }
  if (results.data.length === 0) {
    return (
      <EmptyState
        compact
        icon={<PersonSearch24Regular />}
        title={`No customer for “${text}”`}
        action={
          onQuickCreate ? (
            <Button size="till" onClick={onQuickCreate}>
              Create “{text}”
            </Button>
          ) : undefined
        }
      >
        {onQuickCreate
          ? 'Try fewer letters, or create the customer.'
          : 'Try fewer letters, or the phone number.'}
      </EmptyState>
    );
  }
  return (
    <div
      id={listId}
      role="listbox"
      aria-label="Customers"
      className={mergeClasses(styles.list, styles.found)}
    >
      {results.data.map((customer) => (
        <div
          key={customer.id}
          id={resultId(customer.id)}
          role="option"
          aria-selected={customer.id === chosen}
          className={mergeClasses(styles.row, customer.id === chosen && styles.chosen)}
          onClick={() => onChoose(customer)}
        >
          <Initials name={customer.name} />
          <div className={styles.text}>
            <Row gap={8} align="center" shrinks>
              <span className={styles.name}>{customer.name}</span>
              <GroupBadge group={customer.customer_group} onTint={customer.id === chosen} />
            </Row>
            <Text as="div" size="label" figures tone="text3" breaks>
              {wholeFacts([customer.phone, customer.email].filter(Boolean).join(' · '))}
            </Text>
          </div>
          <span className={styles.points}>{customer.loyalty_points.toLocaleString('en-US')} points</span>
        </div>
      ))}
    </div>
  );
}
