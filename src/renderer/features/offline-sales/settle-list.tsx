import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { LockClosed12Filled } from '@fluentui/react-icons';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { SaleToSettle } from '#contract/offline-sales.ts';
import { settleRank } from '#domain/settle-reasons.ts';
import { formatInstant, formatTime, storeDate, type Zones } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { isDialogOpen, isMenuOpen } from '#renderer/lib/is-dialog-open.ts';
import { useToday } from '#renderer/lib/use-today.ts';
import { Row, Spread } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { wholeFacts } from '#renderer/ui/facts-line.tsx';
import { palette, sizes, type } from '#renderer/ui/theme.ts';
import { Text } from '#renderer/ui/text.tsx';
import { goodsOf, ownText, settleName, titleOf } from './settle-text.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  entry: {
    display: 'block',
    boxSizing: 'border-box',
    padding: `10px 16px 10px ${sizes.cardSide}`,
    borderBottom: `1px solid ${palette.rowLine}`,
    color: palette.text1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: palette.canvas },
    ':focus-visible': {
      outlineStyle: 'solid',
      outlineWidth: '2px',
      outlineColor: palette.brand,
      outlineOffset: '-2px',
    },
  },
  chosen: {
    backgroundColor: palette.brandFill,
    boxShadow: `inset 3px 0 0 ${palette.brand}`,
    ':hover': { backgroundColor: palette.brandFill },
  },
  title: { ...type.bodyStrong, fontWeight: 600, overflowWrap: 'anywhere' },
  goods: { ...type.body, color: palette.text2, overflowWrap: 'anywhere' },
  meta: { ...type.meta, marginTop: '2px', color: palette.text3 },
  skeleton: { display: 'grid', gap: '8px', padding: `16px ${sizes.cardSide}` },
});

/** Elements that use the arrow keys themselves: the list leaves the keys to them. */
const OTHER_KEYS =
  'input, textarea, select, nav, [aria-haspopup], [role=combobox], [role=listbox], [role=menu], [role=tablist]';

/** Returns the entry that a key leads to, from the focused one or else the chosen one; null for any other key. */
function entryAt({ key }: KeyboardEvent, list: HTMLElement): HTMLElement | null {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (key !== 'Home' && key !== 'End' && step === undefined) return null;
  const links = [...list.querySelectorAll('a')];
  const focused = links.findIndex((link) => link === document.activeElement);
  const from = focused >= 0 ? focused : links.findIndex((link) => link.ariaCurrent === 'true');
  const to = key === 'Home' ? 0 : key === 'End' ? links.length - 1 : from + (step ?? 0);
  return links[Math.max(0, Math.min(links.length - 1, to))] ?? null;
}

/**
 * Goes up and down the entries of a list: one is chosen as soon as it has the focus, where both panes are in sight. There the
 * keys work wherever the focus is, unless they are for what has it.
 */
function useListKeys(isEverywhere: boolean) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (!list.current || !(target instanceof Element) || isDialogOpen() || isMenuOpen()) return;
      if (!list.current.contains(target) && (!isEverywhere || target.closest(OTHER_KEYS))) return;
      const entry = entryAt(event, list.current);
      if (!entry) return;
      event.preventDefault();
      entry.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isEverywhere]);
  return list;
}

type SettleListProps = {
  /** Undefined while they load. */
  rows: readonly SaleToSettle[] | undefined;
  chosenId: number | null;
  zones: Zones;
  addressOf: (row: SaleToSettle) => string;
  /** Called for the entry that the arrow keys reach; absent where the entry takes the list's place. */
  onReach?: ((row: SaleToSettle) => void) | undefined;
};

/** The sales to settle, each with what is not clear about it. */
export function SettleList({ rows, chosenId, zones, addressOf, onReach }: SettleListProps) {
  const styles = useStyles();
  const list = useListKeys(onReach !== undefined);
  if (!rows)
    return (
      <div className={styles.skeleton} aria-busy="true">
        {[0, 1, 2, 3, 4].map((place) => (
          <Skeleton key={place} height={60} />
        ))}
      </div>
    );
  const stop = rows.some(({ id }) => id === chosenId) ? chosenId : rows[0]?.id;
  return (
    // The entries are links: the keys only move among them.
    <ul ref={list} className={styles.list} aria-label="Entries">
      {rows.map((row) => (
        <li key={row.id}>
          <Link
            to={addressOf(row)}
            tabIndex={row.id === stop ? 0 : -1}
            aria-current={row.id === chosenId ? 'true' : undefined}
            className={mergeClasses(styles.entry, row.id === chosenId && styles.chosen)}
            onFocus={(event) => {
              if (row.id !== chosenId && event.currentTarget.matches(':focus-visible')) onReach?.(row);
            }}
          >
            <Entry row={row} zones={zones} isChosen={row.id === chosenId} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Entry({ row, zones, isChosen }: { row: SaleToSettle; zones: Zones; isChosen: boolean }) {
  const styles = useStyles();
  const { staff: person } = useSignedIn();
  const { reasons, made_at, till, staff, total_amount: total, is_own, settled_at, settled_by, note } = row;
  const isToday = storeDate(made_at, zones) === useToday(zones);
  const isDisputed =
    settled_at === null && settleRank(reasons.map(({ code }) => code)) === 0 && row.disputed.length > 0;
  const by = staff ? `${till.code}, ${staff.name}` : till.code;
  return (
    <>
      <Spread gap={8} align="start">
        <span className={styles.title}>{titleOf(row, zones)}</span>
        {isDisputed ? (
          <StatusBadge tone="red" onTint={isChosen}>
            Disputed
          </StatusBadge>
        ) : null}
      </Spread>
      <Spread gap={8} align="baseline">
        <span className={styles.goods}>{goodsOf(row)}</span>
        {total === null ? null : <MoneyText amount={total} surface="transaction" size="strong" />}
      </Spread>
      <div className={styles.meta}>
        {wholeFacts(`${settleName(row)} · ${(isToday ? formatTime : formatInstant)(made_at, zones)} · ${by}`)}
      </div>
      {settled_at === null && is_own ? (
        <Row gap={4} align="center">
          <Text size="meta" tone="orange">
            <LockClosed12Filled aria-hidden="true" /> {ownText(row, person)}
          </Text>
        </Row>
      ) : null}
      {settled_by === null ? null : (
        <div className={styles.meta}>
          Settled by {settled_by.name}: {note}
        </div>
      )}
    </>
  );
}
