import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { palette } from './theme.ts';

const useStyles = makeStyles({
  root: { display: 'flex', gap: '2px', height: '8px', borderRadius: '4px', overflow: 'hidden' },
  track: { backgroundColor: palette.hairline },
  part: { minWidth: '4px' },
  empty: { flexGrow: 1, backgroundColor: palette.fill },
});

type PartsBarProps = {
  /** Parts of 0 are left out. */
  parts: readonly { key: string; count: number; color: string }[];
  /** True if it shows through a part that is transparent. */
  hasTrack?: boolean;
};

/** A bar of parts in proportion to their counts; the figures beside it say the same in words. */
export function PartsBar({ parts, hasTrack = false }: PartsBarProps) {
  const styles = useStyles();
  const shown = parts.filter(({ count }) => count > 0);
  return (
    <div className={mergeClasses(styles.root, hasTrack && styles.track)} aria-hidden="true">
      {shown.length === 0 && !hasTrack ? <span className={styles.empty} /> : null}
      {shown.map(({ key, count, color }) => (
        <span key={key} className={styles.part} style={{ flexGrow: count, backgroundColor: color }} />
      ))}
    </div>
  );
}
