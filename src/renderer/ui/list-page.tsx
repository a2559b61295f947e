import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    /** As high as the window leaves, so that the table scrolls and its pager stands; below that the page scrolls. */
    height: 'max(100%, 480px)',
    boxSizing: 'border-box',
    padding: '24px 32px',
  },
});

/** A page that a list fills: header, one filter row, table. */
export function ListPage({ children }: { children: ReactNode }) {
  return <div className={useStyles().root}>{children}</div>;
}
