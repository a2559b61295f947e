import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { cardPlaces, type Placed } from './card-places.ts';
import { palette, tabular, type } from './theme.ts';
import { ONE_PANE, useMedia } from './use-media.ts';

const side = { gridColumn: 'side / menu', textAlign: 'right', paddingLeft: '12px' } as const;
const whole = { gridColumn: 'main / end' } as const;
/** The head of its column, before a value. */
const head = {
  ...type.label,
  content: 'attr(data-head)',
  flexShrink: 0,
  maxWidth: '50%',
  color: palette.text3,
  overflowWrap: 'break-word',
} as const;
const TWO_COLUMNS = '@media (min-width: 640px)';
const gone = { display: 'none' } as const;
/** A pair that is shown, among those of its card. */
const SHOWN = '[data-place="pair"]:not(:has(> div:empty)):not(:has(> div > [data-none]:only-child))';

const useStyles = makeStyles({
  /** Cards show the heads beside their values; screen readers have them as those of a table. */
  heads: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  },
  table: { display: 'block' },
  body: { display: 'flex', flexDirection: 'column' },
  apart: { gap: '8px' },
  row: {
    display: 'grid',
    gridTemplateColumns:
      '[tick] auto [main] minmax(0, 1fr) [half] minmax(0, 1fr) [side] fit-content(50%) [menu] auto [end]',
    [TWO_COLUMNS]: {
      gridTemplateColumns:
        '[tick] auto [main] 50% [half] minmax(0, 1fr) [side] fit-content(40%) [menu] auto [end]',
    },
    alignItems: 'start',
    padding: '12px 16px',
    borderBottom: `1px solid ${palette.rowLine}`,
  },
  card: {
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
  },
  cell: {
    ...type.body,
    display: 'block',
    minWidth: 0,
    padding: 0,
    color: palette.text1,
    textAlign: 'left',
    overflowWrap: 'anywhere',
    ':empty': gone,
  },
  title: { gridColumn: 'main / side', gridRow: '1', fontWeight: 500 },
  /** There is nothing else at the left of the state. */
  alone: { gridRow: '1 / span 2' },
  amount: { ...side, ...tabular, gridRow: '1', fontWeight: 600, '& > :first-child': { fontWeight: 600 } },
  state: { ...side, gridRow: '1' },
  below: { gridRow: '2', paddingTop: '2px' },
  belowBesideLines: { gridRow: '2 / span 2' },
  /** A dash alone says nothing where no column has to be filled. */
  line: {
    gridColumn: 'main / side',
    paddingTop: '2px',
    color: palette.text2,
    ':has(> [data-none]:only-child)': gone,
  },
  /** Nothing stands at the right of it. */
  longLine: { gridColumn: 'main / menu' },
  pair: {
    ...whole,
    display: 'flex',
    gap: '12px',
    paddingTop: '4px',
    '::before': { ...head, [TWO_COLUMNS]: { minWidth: '104px' } },
    ':has(> div:empty)': gone,
    ':has(> div > [data-none]:only-child)': gone,
    /** Two beside each other where a window has room for that; what is left out leaves no hole. */
    [TWO_COLUMNS]: {
      [`&:nth-child(odd of ${SHOWN})`]: { gridColumn: 'main / half', paddingRight: '32px' },
      [`&:nth-child(even of ${SHOWN})`]: { gridColumn: 'half / end' },
    },
  },
  /** At the right edge of a phone's card, else beside its head. */
  value: {
    flexGrow: 1,
    minWidth: 0,
    textAlign: 'right',
    '& > *': { justifyContent: 'flex-end' },
    [TWO_COLUMNS]: { textAlign: 'left', '& > *': { justifyContent: 'flex-start' } },
  },
  menu: {
    gridColumn: 'menu / end',
    gridRow: '1',
    margin: '-10px -12px -10px 0',
    paddingLeft: '4px',
  },
  tick: { gridColumn: 'tick / main', gridRow: '1', paddingRight: '12px' },
  foot: {
    gridColumn: 'tick / end',
    paddingTop: '10px',
    '& button': { flexGrow: 1 },
  },
  hidden: gone,
});

/**
 * Returns the classes of a table whose rows are cards, in a window of one pane, else null; `isApart`: each with its own
 * border. Its elements then say their roles: what is not drawn as a table is none for every screen reader.
 */
export function useCardRows(columns: readonly Placed[], isApart: boolean) {
  const styles = useStyles();
  if (!useMedia(ONE_PANE)) return null;
  const places = cardPlaces(columns);
  const hasAmount = places.includes('amount');
  const lines = places.filter((place) => place === 'line').length;
  const cells = places.map((place) =>
    mergeClasses(
      styles.cell,
      styles[place],
      place === 'title' && lines === 0 && styles.alone,
      place === 'line' && !hasAmount && styles.longLine,
      place === 'state' && hasAmount && styles.below,
      place === 'state' && hasAmount && lines > 1 && styles.belowBesideLines,
    ),
  );
  return {
    table: styles.table,
    heads: styles.heads,
    places,
    body: mergeClasses(styles.body, isApart && styles.apart),
    values: places.map((place) => (place === 'pair' ? styles.value : null)),
    row: mergeClasses(styles.row, isApart && styles.card),
    cells,
  };
}
