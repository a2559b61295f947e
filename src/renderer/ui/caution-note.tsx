import { makeStyles } from '@fluentui/react-components';
import { Warning20Filled } from '@fluentui/react-icons';
import { useEffect, useRef, type ReactNode } from 'react';
import { tones, type } from './theme.ts';

const useStyles = makeStyles({
  root: {
    ...type.label,
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: '8px',
    padding: '10px 12px',
    borderRadius: '8px',
    backgroundColor: tones.orange[0],
    color: tones.orange[1],
    overflowWrap: 'anywhere',
    scrollMarginBottom: '12px',
  },
  way: { gridColumn: 2, '& > button': { width: '100%' } },
});

type CautionNoteProps = {
  /** A note that stood there from the start, or a status that appears while somebody types. */
  role: 'note' | 'status';
  /** The button that solves it, below the text. */
  way?: ReactNode;
  children: ReactNode;
};

/** Asks in orange, within a form, for a second look at something that is allowed. */
export function CautionNote({ role, way, children }: CautionNoteProps) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It would appear below the edge of a low window.
    if (role === 'status') root.current?.scrollIntoView({ block: 'nearest' });
  }, [role]);
  return (
    <div ref={root} role={role} className={styles.root}>
      <Warning20Filled aria-hidden="true" />
      <span>{children}</span>
      {way ? <div className={styles.way}>{way}</div> : null}
    </div>
  );
}
