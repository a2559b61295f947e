import { makeStyles } from '@fluentui/react-components';
import type { KeyboardEvent, ReactNode } from 'react';
import { palette, windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  list: {
    flexShrink: 1,
    minHeight: 0,
    height: '400px',
    overflowY: 'auto',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    [windows.phone]: { height: '70vh' },
  },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    minHeight: '72px',
    boxSizing: 'border-box',
    padding: '10px 16px 10px 24px',
    borderBottom: `1px solid ${palette.rowLine}`,
    [windows.phone]: {
      minHeight: '108px',
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      rowGap: '4px',
      paddingLeft: '16px',
    },
  },
  text: { flexGrow: 1, minWidth: 0, [windows.phone]: { flexBasis: '100%' } },
  top: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '8px', rowGap: '2px' },
});

/** Moves the focus between the first buttons of the rows that have one by arrow keys. */
function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const rows = [...event.currentTarget.querySelectorAll('li')].filter((row) => row.querySelector('button'));
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  rows[Math.max(0, at + step)]?.querySelector('button')?.focus();
}

/** A list that fills a dialog of the till; arrow keys walk along its rows. */
export function TillList({ label, children }: { label: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <ul className={styles.list} aria-label={label} onKeyDown={walkRows}>
      {children}
    </ul>
  );
}

/** What stands in the place of such a list: its rows are on their way, or there are none. */
export function TillListPlace({ children }: { children: ReactNode }) {
  return <div className={useStyles().list}>{children}</div>;
}

type TillRowProps = {
  /** The first line: a number and its badges. */
  top: ReactNode;
  /** The lines below it. */
  lines: ReactNode;
  /** The amount and the buttons. */
  children: ReactNode;
  /** What the row is in; a div where it stands for one that is on its way. */
  as?: 'li' | 'div';
};

/** A row of such a list. */
export function TillRow({ top, lines, children, as: Element = 'li' }: TillRowProps) {
  const styles = useStyles();
  return (
    <Element className={styles.row}>
      <div className={styles.text}>
        <div className={styles.top}>{top}</div>
        {lines}
      </div>
      {children}
    </Element>
  );
}
