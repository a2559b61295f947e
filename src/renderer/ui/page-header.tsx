import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { palette, type } from './theme.ts';

const useStyles = makeStyles({
  page: {
    boxSizing: 'border-box',
    minHeight: '100%',
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    padding: '24px 32px',
  },
  root: { display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: '16px' },
  title: { ...type.pageTitle, margin: 0, color: palette.text1 },
  line: { ...type.body, margin: '2px 0 0', color: palette.text3 },
  actions: { display: 'flex', gap: '8px', flexShrink: 0 },
});

/** The padding and rhythm of a back-office page. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={useStyles().page}>{children}</div>;
}

export type PageHeaderProps = { title: ReactNode; line?: ReactNode; actions?: ReactNode };

/** Title, one line of what it is, the primary action at the right. */
export function PageHeader({ title, line, actions }: PageHeaderProps) {
  const styles = useStyles();
  return (
    <header className={styles.root}>
      <div>
        <h1 className={styles.title}>{title}</h1>
        {line ? <p className={styles.line}>{line}</p> : null}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  );
}
