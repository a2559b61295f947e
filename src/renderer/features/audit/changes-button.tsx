import { makeStyles } from '@fluentui/react-components';
import type { AuditEntry } from '#contract/audit.ts';
import { focusRing, palette, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: {
    ...type.meta,
    display: 'block',
    padding: 0,
    border: 'none',
    borderRadius: '4px',
    backgroundColor: 'transparent',
    color: palette.link,
    fontFamily: 'inherit',
    textAlign: 'left',
    cursor: 'pointer',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': focusRing,
  },
});

const LONGEST = 60;
const shorten = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** The first change in words; all of them at a click. */
export function ChangesButton({ entry, onLook }: { entry: AuditEntry; onLook: (entry: AuditEntry) => void }) {
  const styles = useStyles();
  const [first, ...others] = entry.changes;
  if (!first) return null;
  const more = others.length ? ` and ${others.length} more` : '';
  return (
    <button type="button" className={styles.root} onClick={() => onLook(entry)}>
      {first.what}: {shorten(first.before)} → {shorten(first.after)}
      {more}
    </button>
  );
}
