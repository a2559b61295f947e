import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { ErrorCircle20Filled } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useShownTitle } from '#renderer/lib/page-title.ts';
import { ShopLogo } from './shop-logo.tsx';
import { focusRing, palette, tones, type, windows } from './theme.ts';

const useStyles = makeStyles({
  page: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    // Centred while it fits, scrolled from its top when it does not.
    justifyContent: 'safe center',
    boxSizing: 'border-box',
    minHeight: '100vh',
    padding: '24px',
    backgroundColor: palette.canvas,
    [windows.zoomed]: { padding: '8px' },
  },
  card: {
    boxSizing: 'border-box',
    width: '100%',
    maxWidth: '400px',
    padding: '32px',
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
    color: palette.text1,
    [windows.zoomed]: { maxWidth: '480px', padding: '12px 24px 16px' },
  },
  /** Stands in one row in a low window. */
  head: { [windows.zoomed]: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' } },
  name: { [windows.zoomed]: { display: 'none' } },
  wide: { maxWidth: '680px', [windows.zoomed]: { maxWidth: '680px' } },
  brand: {
    ...type.dialogTitle,
    letterSpacing: '-0.01em',
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
  },
  title: { ...type.pageTitle, margin: '24px 0 0', [windows.zoomed]: { margin: 0 } },
  line: { ...type.body, margin: '2px 0 0', color: palette.text3, [windows.zoomed]: { margin: 0 } },
  links: { display: 'flex', gap: '16px', marginTop: '16px', [windows.zoomed]: { marginTop: '8px' } },
  refusal: {
    ...type.bodyStrong,
    display: 'flex',
    gap: '8px',
    margin: '16px 0 0',
    padding: '10px 12px',
    borderRadius: '8px',
    backgroundColor: tones.red[0],
    color: tones.red[1],
  },
  refusalIcon: { flexShrink: 0 },
  link: {
    ...type.bodyStrong,
    fontWeight: 500,
    padding: '4px',
    margin: '-4px',
    borderRadius: '4px',
    color: palette.link,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': focusRing,
  },
});

type OpenCardProps = {
  title: string;
  line?: ReactNode;
  wide?: boolean;
  /** Below the card. */
  links?: ReactNode;
  children: ReactNode;
};

/** A page for signed-out users: one card in the middle of the window. */
export function OpenCard({ title, line, wide = false, links, children }: OpenCardProps) {
  const styles = useStyles();
  useShownTitle(title);
  return (
    <main className={styles.page}>
      <div className={mergeClasses(styles.card, wide && styles.wide)}>
        <div className={styles.head}>
          <div className={styles.brand}>
            <ShopLogo size="card" />
            <span className={styles.name}>Tindahan</span>
          </div>
          <h1 className={styles.title}>{title}</h1>
          {line ? <p className={styles.line}>{line}</p> : null}
        </div>
        {children}
      </div>
      {links ? <div className={styles.links}>{links}</div> : null}
    </main>
  );
}

export function OpenLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={useStyles().link}>
      {children}
    </Link>
  );
}

/** The server's refusal; read out as soon as it appears. */
export function Refusal({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return (
    <div role="alert">
      {children ? (
        <p className={styles.refusal}>
          <ErrorCircle20Filled className={styles.refusalIcon} aria-hidden="true" />
          {children}
        </p>
      ) : null}
    </div>
  );
}
