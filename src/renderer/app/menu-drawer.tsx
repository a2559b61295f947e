import { makeStyles, OverlayDrawer } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import { useEffect, useRef } from 'react';
import { asksToClose } from '#renderer/ui/second-click.ts';
import { Button } from '#renderer/ui/button.tsx';
import { palette, shadows, sizes, type } from '#renderer/ui/theme.ts';
import { useReturnFocus } from '#renderer/ui/use-return-focus.ts';
import { Logo } from './logo.tsx';
import type { MenuEntry } from './menu.ts';
import { SideMenu } from './side-menu.tsx';

const useStyles = makeStyles({
  surface: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'stretch',
    width: `${sizes.menu}px`,
    maxWidth: 'calc(100vw - 64px)',
    boxShadow: shadows.floating,
    backgroundColor: palette.surface,
    color: palette.text1,
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    flexShrink: 0,
    height: `${sizes.topBar}px`,
    boxSizing: 'border-box',
    padding: '0 60px 0 20px',
    borderBottom: `1px solid ${palette.hairline}`,
  },
  title: { ...type.cardTitle, letterSpacing: '-0.01em' },
  close: { position: 'absolute', top: '6px', right: '8px' },
});

type MenuDrawerProps = {
  entries: readonly MenuEntry[];
  active: MenuEntry | undefined;
  onClose: () => void;
};

/** The menu of a window without room for it beside the page; mount it to open it. */
export function MenuDrawer({ entries, active, onClose }: MenuDrawerProps) {
  const styles = useStyles();
  useReturnFocus(true);
  const surface = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After Fluent, which would begin at the first entry and scroll there.
    const frame = requestAnimationFrame(() =>
      surface.current?.querySelector<HTMLElement>('[aria-current="page"]')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <OverlayDrawer
      ref={surface}
      open
      position="start"
      aria-label="Menu"
      className={styles.surface}
      onOpenChange={(_, data) => asksToClose(data) && onClose()}
    >
      <div className={styles.head}>
        <Logo />
        <span className={styles.title}>Tindahan</span>
      </div>
      <SideMenu entries={entries} active={active} shape="drawer" />
      <span className={styles.close}>
        <Button
          size="till"
          appearance="subtle"
          icon={<Dismiss20Regular />}
          label="Close menu"
          onClick={onClose}
        />
      </span>
    </OverlayDrawer>
  );
}
