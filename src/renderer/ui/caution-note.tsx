import { makeStyles } from '@fluentui/react-components';
import { Warning20Filled } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
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
  return (
    <div role={role} className={styles.root}>
      <Warning20Filled aria-hidden="true" />
      <span>{children}</span>
      {way ? <div className={styles.way}>{way}</div> : null}
    </div>
  );
}
