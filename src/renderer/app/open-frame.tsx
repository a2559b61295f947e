import { makeStyles, PortalMountNodeProvider } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { ShopLogo } from '#renderer/ui/shop-logo.tsx';
import { focusRing, palette, sizes, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    height: '100vh',
    overflow: 'hidden',
    backgroundColor: palette.canvas,
    color: palette.text1,
  },
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    flexShrink: 0,
    height: `${sizes.topBar}px`,
    boxSizing: 'border-box',
    padding: '0 32px',
    borderBottom: `1px solid ${palette.hairline}`,
    backgroundColor: palette.surface,
  },
  title: { ...type.cardTitle, letterSpacing: '-0.01em' },
  link: {
    ...type.bodyStrong,
    marginLeft: 'auto',
    padding: '6px 8px',
    borderRadius: '8px',
    color: palette.link,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': focusRing,
  },
  main: { flexGrow: 1, minHeight: 0, overflowY: 'auto', outlineStyle: 'none' },
});

/** The frame of the page that is shown before the sign-in. */
export function OpenFrame({ children }: { children: ReactNode }) {
  const styles = useStyles();
  const [main, setMain] = useState<HTMLElement | null>(null);
  return (
    <PortalMountNodeProvider value={main ?? undefined}>
      <div className={styles.root}>
        <header className={styles.bar}>
          <ShopLogo />
          <span className={styles.title}>Tindahan</span>
          <Link to="/login" className={styles.link}>
            Sign in
          </Link>
        </header>
        <main ref={setMain} className={styles.main}>
          {main ? children : null}
        </main>
      </div>
    </PortalMountNodeProvider>
  );
}
