import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { palette, tabular, tones } from './theme.ts';

const useStyles = makeStyles({
  root: {
    ...tabular,
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    boxSizing: 'border-box',
    minWidth: '22px',
    height: '22px',
    padding: '0 6px',
    borderRadius: '11px',
    backgroundColor: tones.orange[0],
    color: tones.orange[1],
    fontSize: '12px',
    lineHeight: '16px',
    fontWeight: 600,
  },
  brand: { backgroundColor: palette.brand, color: palette.surface },
  square: { minWidth: '24px', borderRadius: '6px' },
  small: { minWidth: '18px', height: '18px', padding: '0 4px', fontSize: '11px' },
});

/** A number of items: round in the menu, square inside a button, small on an icon; orange for what waits. */
export function CountBadge({
  count,
  shape = 'round',
  tone,
}: {
  count: number;
  shape?: 'round' | 'square' | 'small';
  tone?: 'brand';
}) {
  const styles = useStyles();
  return (
    <span className={mergeClasses(styles.root, shape !== 'round' && styles[shape], tone && styles[tone])}>
      {count}
    </span>
  );
}
