import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { type KeyboardEvent, useId, useRef } from 'react';
import { ONE_CENTAVO } from '#domain/cash-rounding.ts';
import { formatMoney } from '#domain/money.ts';
import { countedPieces, countedTotal, type DenominationKey, denominations } from '#domain/shifts.ts';
import { useChainSettings } from '#renderer/app/chain-settings.tsx';
import { SCANNED_INTO } from '#renderer/lib/keyboard-scanner.ts';
import { Text } from '#renderer/ui/text.tsx';
import { focusRing, palette, sizes, tabular, tones, type, windows } from '#renderer/ui/theme.ts';
import { countedIn, pieceName, pieceProblem, piecesText, type TypedPieces } from './pieces.ts';

/** Bill colours of Philippine money. */
const BILLS: Partial<Record<DenominationKey, string>> = {
  bill_1000: '#86ADD9',
  bill_500: '#E3BE72',
  bill_200: '#8DBE8D',
  bill_100: '#AE9BCB',
  bill_50: '#D58F8C',
  bill_20: '#E4A374',
};

/** Coin colours, and the drawn radius. */
const COINS: Partial<Record<DenominationKey, [rim: string, face: string, radius: number]>> = {
  coin_20: ['#B3A065', '#D9CDA5', 9],
  coin_10: ['#B4BCBC', '#D3D9D9', 9],
  coin_5: ['#B4BCBC', '#D3D9D9', 8],
  coin_1: ['#B4BCBC', '#D3D9D9', 7.5],
  coin_025: ['#B4BCBC', '#D3D9D9', 7],
  coin_005: ['#B4BCBC', '#D3D9D9', 6.5],
  coin_001: ['#B4BCBC', '#D3D9D9', 6],
};

/** Draws a bill or a coin at text size. */
function PieceDrawing({ of }: { of: DenominationKey }) {
  const bill = BILLS[of];
  const [rim = '', face = '', radius = 0] = COINS[of] ?? [];
  return (
    <svg width="40" height="20" viewBox="0 0 40 20" aria-hidden focusable="false">
      {bill ? (
        <>
          <rect x="0.5" y="0.5" width="39" height="19" rx="2" fill={bill} />
          <rect x="4" y="5" width="8" height="10" rx="1" fill="#FFFFFF" opacity="0.45" />
          <circle cx="26" cy="10" r="5" fill="#FFFFFF" opacity="0.45" />
        </>
      ) : (
        <>
          <circle cx="20" cy="10" r={radius} fill={rim} />
          <circle cx="20" cy="10" r={radius * 0.6} fill={face} />
        </>
      )}
    </svg>
  );
}

/** A window that is too low for full rows, as 1366 x 768. */
const LOW = '@media (max-height: 800px)';
/** The same with two panes; below 900 px the page scrolls. */
const LOW_PANE = '@media (min-width: 900px) and (max-height: 800px)';

/** Pixels of the total's row in a dialog and in a low window. */
const THIN_FOOT = 52;
/** The total stays in sight while the pieces scroll. */
const thinFoot = {
  position: 'sticky',
  bottom: 0,
  minHeight: `${THIN_FOOT}px`,
  boxSizing: 'border-box',
  padding: `4px 24px 4px ${sizes.cardSide}`,
  borderRadius: '0 0 8px 8px',
  backgroundColor: palette.surface,
} as const;

const COLUMNS = '72px 56px minmax(0, 1fr) 144px minmax(0, 1fr)';
/** Without the words for bills and coins. */
const ON_A_PHONE = {
  gridTemplateColumns: '40px minmax(0, 1fr) 84px minmax(0, 1.2fr)',
  columnGap: '8px',
  padding: '0 12px',
  '& > :first-child': { display: 'none' },
};

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    // Not `hidden`, inside which the total could not stay in sight.
    overflow: 'clip',
    backgroundColor: palette.surface,
  },
  head: {
    ...type.label,
    whiteSpace: 'nowrap',
    display: 'grid',
    gridTemplateColumns: COLUMNS,
    alignItems: 'center',
    flexShrink: 0,
    height: '32px',
    padding: `0 24px 0 ${sizes.cardSide}`,
    borderBottom: `1px solid ${palette.hairline}`,
    backgroundColor: '#F9FBFB',
    color: palette.text2,
    [windows.phone]: ON_A_PHONE,
  },
  row: {
    display: 'grid',
    gridTemplateColumns: COLUMNS,
    alignItems: 'center',
    height: '44px',
    // So that the whole table fits, with its total.
    [LOW]: { height: '36px' },
    boxSizing: 'border-box',
    padding: `0 24px 0 ${sizes.cardSide}`,
    borderBottom: `1px solid ${palette.rowLine}`,
    cursor: 'text',
    ':focus-within': { backgroundColor: palette.brandFill },
    ':last-child': { borderBottom: 'none' },
    [windows.phone]: { ...ON_A_PHONE, height: 'auto', minHeight: '44px' },
  },
  dense: {
    height: '36px',
    [windows.phone]: { height: 'auto' },
    [LOW]: { height: '36px' },
  },
  denseField: {
    height: '30px',
    [LOW]: { height: '30px' },
  },
  /** Down to the edge of the dialog's body, below its padding. */
  denseFoot: {
    ...thinFoot,
    bottom: '-28px',
    [windows.low]: { bottom: '-24px' },
    [windows.zoomed]: { bottom: '-24px' },
  },
  firstCoin: { borderTop: `1px solid ${palette.fieldBorder}` },
  sum: {
    ...type.body,
    ...tabular,
    fontSize: '15px',
    textAlign: 'right',
    color: palette.text1,
    overflowWrap: 'anywhere',
  },
  nothing: { color: palette.text3 },
  field: {
    ...type.cardTitle,
    ...tabular,
    width: '144px',
    height: '36px',
    [LOW]: { height: '30px' },
    boxSizing: 'border-box',
    // So that the focused one stands above the total.
    scrollMarginBottom: `${THIN_FOOT + 8}px`,
    padding: '0 12px',
    border: `1px solid ${palette.fieldBorder}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
    color: palette.text1,
    fontFamily: 'inherit',
    textAlign: 'right',
    [windows.phone]: { width: '84px' },
    ':focus': { ...focusRing, outlineOffset: '-1px' },
    ':disabled': { backgroundColor: palette.fill, color: palette.text2 },
  },
  /** Stands where the field stood. */
  settled: { cursor: 'default' },
  settledCount: { ...type.cardTitle, ...tabular, textAlign: 'right', color: palette.text1 },
  wrong: { border: `1px solid ${palette.danger}`, backgroundColor: tones.red[0] },
  foot: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    flexShrink: 0,
    gap: '16px',
    minHeight: '72px',
    padding: `8px 24px 8px ${sizes.cardSide}`,
    borderTop: `1px solid ${palette.fieldBorder}`,
    [windows.phone]: { flexWrap: 'wrap', columnGap: '16px', rowGap: 0 },
    [windows.zoomed]: thinFoot,
  },
  /** Down to the edge of its pane, below the padding. */
  lowFoot: { [LOW_PANE]: { ...thinFoot, bottom: '-12px' } },
  total: { ...type.total, ...tabular, color: palette.text1, [windows.onePane]: type.figure },
  smallTotal: { ...type.figure },
});

type PiecesTableProps = {
  typed: TypedPieces;
  /** Not called for a settled count. */
  onType?: (key: DenominationKey, text: string) => void;
  /** True while nothing can be changed. */
  locked?: boolean;
  /** True for a count that stands: text instead of fields, and only what was there. */
  settled?: boolean;
  /** The label of the sum: "Counted total". */
  totalLabel: string;
  /** True in a dialog, which has less room. */
  dense?: boolean;
  autoFocus?: boolean;
  /** Called on Enter in the last field. */
  onLast?: () => void;
};

/**
 * A table of bills and coins with their counts: Enter and the arrows move between fields, a click on a row focuses
 * its field. A settled count is only read.
 */
export function PiecesTable(props: PiecesTableProps) {
  const { typed, onType, locked = false, settled = false, dense = false, totalLabel } = props;
  const { autoFocus = false, onLast } = props;
  const styles = useStyles();
  const id = useId();
  const fields = useRef(new Map<DenominationKey, HTMLInputElement>());
  const count = countedIn(typed);
  const { smallest_coin: smallestCoin } = useChainSettings();
  // One centavo is counted where it is given, or was counted already.
  const shown = denominations.filter(
    ({ key, value }) =>
      (!settled && (value > ONE_CENTAVO || smallestCoin === ONE_CENTAVO)) || (count[key] ?? 0) > 0,
  );
  const Line = settled ? 'div' : 'label';
  const move = (event: KeyboardEvent, key: DenominationKey) => {
    const by = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const at = shown.findIndex((denomination) => denomination.key === key);
    const next = shown[at + by];
    if (next) fields.current.get(next.key)?.focus();
    else if (event.key === 'Enter') onLast?.();
  };
  return (
    <div className={styles.root} role="group" aria-label={totalLabel}>
      <div className={styles.head} aria-hidden>
        <span />
        <span />
        <span>Denomination</span>
        <Text right>Count</Text>
        <Text right>Sum</Text>
      </div>
      <div>
        {shown.map(({ key, value, kind }, index) => {
          const previous = shown[index - 1];
          const isFirst = previous?.kind !== kind;
          const problem = pieceProblem(typed[key]);
          const pieces = count[key] ?? 0;
          const hasTwin = value === 2000;
          return (
            <Line
              key={key}
              className={mergeClasses(
                styles.row,
                dense && styles.dense,
                settled && styles.settled,
                isFirst && index > 0 && styles.firstCoin,
              )}
            >
              <Text size="label" tone="text3" aria-hidden>
                {isFirst ? (kind === 'bill' ? 'Bills' : 'Coins') : null}
              </Text>
              <PieceDrawing of={key} />
              <Text size="cardTitle" tone="text1">
                {pieceName(value)}
                {hasTwin ? (
                  <Text size="label" tone="text3">
                    {' '}
                    {kind}
                  </Text>
                ) : null}
              </Text>
              {settled ? (
                <span className={styles.settledCount}>{pieces.toLocaleString('en-PH')}</span>
              ) : (
                <input
                  {...SCANNED_INTO}
                  ref={(field) => {
                    if (field) fields.current.set(key, field);
                  }}
                  className={mergeClasses(
                    styles.field,
                    dense && styles.denseField,
                    problem !== null && styles.wrong,
                  )}
                  aria-label={`${pieceName(value)} ${kind}s`}
                  aria-describedby={problem === null ? undefined : `${id}-${key}`}
                  inputMode="numeric"
                  autoComplete="off"
                  autoFocus={autoFocus && index === 0}
                  aria-invalid={problem !== null}
                  maxLength={20}
                  disabled={locked}
                  value={typed[key] ?? ''}
                  onFocus={({ target }) => {
                    target.select();
                    // Focus alone may leave it below the total.
                    target.scrollIntoView({ block: 'nearest' });
                  }}
                  onKeyDown={(event) => move(event, key)}
                  onChange={(event) => onType?.(key, event.target.value)}
                />
              )}
              {problem === null ? (
                <span className={mergeClasses(styles.sum, pieces === 0 && styles.nothing)}>
                  {pieces === 0 ? '–' : formatMoney(pieces * value, 'payment')}
                </span>
              ) : (
                <Text id={`${id}-${key}`} size="meta" tone="danger" right role="alert">
                  {problem}
                </Text>
              )}
            </Line>
          );
        })}
      </div>
      <div className={mergeClasses(styles.foot, dense ? styles.denseFoot : styles.lowFoot)}>
        <div>
          <Text as="p" size="cardTitle" tone="text1">
            {totalLabel}
          </Text>
          <Text as="p" size="label" figures tone="text3">
            {piecesText(countedPieces(count))}
          </Text>
        </div>
        <span className={mergeClasses(styles.total, dense && styles.smallTotal)} aria-live="polite">
          {formatMoney(countedTotal(count), 'payment')}
        </span>
      </div>
    </div>
  );
}
