import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { CountBreakdown, StockCount } from '#contract/counts.ts';
import { countText } from '#domain/count-text.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { useNow } from '#renderer/lib/use-now.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Initials } from '#renderer/ui/initials.tsx';
import { Spread, Stack } from '#renderer/ui/layout.tsx';
import { CellLine } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { countColors, palette, sizes, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  person: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: `8px ${sizes.cardSide}`,
    color: palette.text1,
    ':not(:first-child)': { borderTop: `1px solid ${palette.rowLine}` },
  },
  name: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  types: {
    display: 'flex',
    flexDirection: 'column',
    gap: '14px',
    padding: `16px ${sizes.cardSide} 20px`,
  },
  bar: {
    display: 'flex',
    height: '4px',
    borderRadius: '2px',
    backgroundColor: palette.hairline,
    overflow: 'hidden',
  },
});

/** Milliseconds after their last scan for which somebody counts now. */
const COUNTS_NOW = 10 * 60_000;

/** The people of a count with how many units each scanned, who scanned last first. */
export function CountPeople({ count, timeZone }: { count: StockCount; timeZone: Zones }) {
  const styles = useStyles();
  const now = useNow();
  const isOpen = count.status === 'open';
  const people = count.people.toSorted((one, other) => (other.last_at ?? 0) - (one.last_at ?? 0));
  if (people.length === 0) return null;
  const isNow = isOpen && people.some(({ last_at }) => last_at !== null && last_at > now - COUNTS_NOW);
  return (
    <Card title={isNow ? 'Counting now' : 'Counted by'} side="Units" flush>
      <ul className={styles.list}>
        {people.map(({ staff, units, last_at, product_type }) => (
          <li key={staff.id} className={styles.person}>
            <Initials name={staff.name} />
            <span className={styles.name}>
              {staff.name}
              {last_at === null ? null : (
                <CellLine>
                  {[
                    product_type?.name,
                    isOpen ? relativeTime(last_at, now) : formatInstant(last_at, timeZone),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </CellLine>
              )}
            </span>
            <Text size="cardTitle" figures>
              {countText(units)}
            </Text>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The progress of a count by product type, the largest first. */
export function CountTypes({ data, isOpen }: Pick<CountBreakdown, 'data'> & { isOpen: boolean }) {
  const styles = useStyles();
  const types = data.toSorted((one, other) => other.found + other.missing - (one.found + one.missing));
  if (types.length === 0) return null;
  return (
    <Card title="By product type" flush>
      <ul className={mergeClasses(styles.list, styles.types)}>
        {types.map(({ product_type, found, missing, missing_so_far }) => {
          const gone = isOpen ? missing_so_far : missing;
          return (
            <Stack as="li" key={product_type.id} gap={6}>
              <Spread gap={12} align="baseline">
                <Text tone="text1" breaks>
                  {product_type.name}{' '}
                  {gone > 0 ? (
                    <Text size="meta" tone="danger" noWrap>
                      {countText(gone)} missing
                    </Text>
                  ) : null}
                </Text>
                <Text tone="text2" figures noWrap>
                  <Text tone="text1" strong>
                    {countText(found)}
                  </Text>{' '}
                  of {countText(found + missing)}
                </Text>
              </Spread>
              <div className={styles.bar} aria-hidden="true">
                <span style={{ flexGrow: found, flexBasis: 0, backgroundColor: countColors.found }} />
                <span style={{ flexGrow: missing, flexBasis: 0 }} />
              </div>
            </Stack>
          );
        })}
      </ul>
    </Card>
  );
}
