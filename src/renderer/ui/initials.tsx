import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { palette } from './theme.ts';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '32px',
    height: '32px',
    borderRadius: '50%',
    backgroundColor: palette.brand,
    color: palette.onBrand,
    fontSize: '14px',
    lineHeight: '20px',
    fontWeight: 600,
  },
  large: { width: '40px', height: '40px' },
});

function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/);
  const ends = parts.length > 1 ? [parts[0], parts.at(-1)] : [parts[0]];
  return ends
    .map((part) => [...(part ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

/** A person's initials in a disc, 32 or 40 px; decoration beside the name. */
export function Initials({ name, size = 32 }: { name: string; size?: 32 | 40 }) {
  const styles = useStyles();
  return (
    <span aria-hidden="true" className={mergeClasses(styles.root, size === 40 && styles.large)}>
      {initialsOf(name)}
    </span>
  );
}
