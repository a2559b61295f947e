import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactElement, ReactNode } from 'react';
import { palette, tones, type, windows } from './theme.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    boxSizing: 'border-box',
    padding: '72px 20px',
    textAlign: 'center',
    [windows.onePane]: { padding: '40px 20px' },
    [windows.zoomed]: { padding: '20px' },
  },
  compact: { padding: '24px 20px', [windows.onePane]: { padding: '24px 20px' } },
  compactBody: { maxWidth: '340px' },
  icon: {
    display: 'flex',
    flexShrink: 0,
    alignItems: 'center',
    justifyContent: 'center',
    width: '48px',
    height: '48px',
    marginBottom: '16px',
    borderRadius: '12px',
    backgroundColor: '#EFF1F1',
    color: palette.text3,
    [windows.zoomed]: { marginBottom: '8px' },
  },
  trouble: { backgroundColor: tones.red[0], color: tones.red[1] },
  title: { ...type.cardTitle, letterSpacing: '-0.005em', margin: 0, color: palette.text1 },
  /** Balanced lines, so that the last word never stands alone. */
  body: { ...type.body, maxWidth: '400px', margin: '4px 0 0', color: palette.text3, textWrap: 'balance' },
  action: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '8px', marginTop: '20px' },
});

type EmptyStateProps = {
  /** A 24-px icon. */
  icon: ReactElement;
  title: string;
  /** True where it is the title of its page. */
  isPageTitle?: boolean;
  /** What to do next. */
  children?: ReactNode;
  action?: ReactNode;
  compact?: boolean;
  tone?: 'quiet' | 'trouble';
};

/** An empty state: nothing here yet, or nothing for these filters; says what to do next. */
export function EmptyState(props: EmptyStateProps) {
  const { icon, title, isPageTitle = false, children, action, compact, tone = 'quiet' } = props;
  const Title = isPageTitle ? 'h1' : 'p';
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.root, compact && styles.compact)}>
      <span className={mergeClasses(styles.icon, tone === 'trouble' && styles.trouble)} aria-hidden="true">
        {icon}
      </span>
      <Title className={styles.title}>{title}</Title>
      {children ? (
        <p className={mergeClasses(styles.body, compact && styles.compactBody)}>{children}</p>
      ) : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
