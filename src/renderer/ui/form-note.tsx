import { makeStyles } from '@fluentui/react-components';
import { Info20Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { palette, sizes, type } from './theme.ts';

const useStyles = makeStyles({
  note: {
    ...type.body,
    display: 'flex',
    gap: '12px',
    margin: 0,
    padding: `12px ${sizes.cardSide}`,
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    backgroundColor: palette.brandFill,
    color: palette.text2,
    overflowWrap: 'anywhere',
  },
  icon: { flexShrink: 0, color: palette.brand },
});

/** A note above the fields of a form, to be read before filling it. */
export function FormNote({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return (
    <p className={styles.note}>
      <Info20Regular className={styles.icon} aria-hidden="true" />
      {children}
    </p>
  );
}
