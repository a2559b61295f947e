import { makeStyles, OverlayDrawer } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import { useId, useRef, type ReactNode } from 'react';
import { useDialogKeys } from '#renderer/lib/use-dialog-keys.ts';
import { asksToClose } from './second-click.ts';
import { Button } from './button.tsx';
import { Text } from './text.tsx';
import { palette, shadows, sizes, windows } from './theme.ts';
import { useToastsBesideDrawer } from './toast-place.ts';
import { useQuietToastsLeave } from './toasts.tsx';
import { AroundFieldsContext, useUnsavedDialog } from './unsaved-dialog.tsx';
import { useReturnFocus } from './use-return-focus.ts';

const WIDTH = 440;

const useStyles = makeStyles({
  surface: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'stretch',
    top: `${sizes.topBar}px`,
    bottom: 0,
    height: 'auto',
    width: `${WIDTH}px`,
    maxWidth: '100vw',
    borderLeft: `1px solid ${palette.hairline}`,
    boxShadow: shadows.floating,
    backgroundColor: palette.surface,
    color: palette.text1,
    [windows.phone]: { top: 0, width: '100vw', borderLeftStyle: 'none' },
    [windows.low]: { top: 0 },
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    minHeight: '64px',
    boxSizing: 'border-box',
    padding: '8px 72px 8px 24px',
    borderBottom: `1px solid ${palette.hairline}`,
    [windows.phone]: { padding: '8px 56px 8px 16px' },
    [windows.low]: { minHeight: '48px', padding: '2px 72px 2px 24px' },
  },
  /** Last in the document, so that the first focus goes to the body. */
  close: { position: 'absolute', top: '10px', right: '12px', [windows.low]: { top: '2px' } },
  body: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    padding: '20px 24px',
    [windows.phone]: { padding: '16px' },
    [windows.lowAndWide]: { padding: '12px 24px' },
  },
  foot: {
    display: 'flex',
    justifyContent: 'flex-end',
    gap: '8px',
    flexShrink: 0,
    padding: '12px 24px',
    borderTop: `1px solid ${palette.hairline}`,
    [windows.phone]: { padding: '12px 16px', '& > button': { flexGrow: 1 } },
    [windows.lowAndWide]: { padding: '6px 24px' },
  },
});

type DrawerProps = {
  title: string;
  /** Pixels that stay free at the window's right, for the element the drawer is about, where both fit. */
  edge?: number;
  /** True while something runs that must not be interrupted. */
  locked?: boolean;
  onClose: () => void;
  foot?: ReactNode;
  children: ReactNode;
};

/** A panel from the right over part of the page, with its own head and a pinned foot; mount it to open it. */
export function Drawer({ title, edge = 0, locked = false, onClose, foot, children }: DrawerProps) {
  const styles = useStyles();
  const titleId = useId();
  useReturnFocus(true);
  useQuietToastsLeave(true);
  useToastsBesideDrawer(WIDTH, edge);
  const { close, question, around } = useUnsavedDialog({ isDirty: false, isLocked: locked, onClose });
  const surface = useRef<HTMLDivElement>(null);
  useDialogKeys(surface, true);
  return (
    <OverlayDrawer
      ref={surface}
      open
      position="end"
      aria-labelledby={titleId}
      className={styles.surface}
      style={{ right: `min(${edge}px, max(0px, 100vw - ${WIDTH}px))` }}
      onOpenChange={(_, data) => asksToClose(data) && !locked && close()}
    >
      <AroundFieldsContext value={around}>
        <div className={styles.head}>
          <Text as="h2" id={titleId} size="dialogTitle">
            {title}
          </Text>
        </div>
        <div className={styles.body}>{children}</div>
        {foot ? <div className={styles.foot}>{foot}</div> : null}
        <span className={styles.close}>
          <Button
            size="till"
            appearance="subtle"
            icon={<Dismiss20Regular />}
            label="Close"
            onClick={close}
            disabled={locked}
          />
        </span>
        {question}
      </AroundFieldsContext>
    </OverlayDrawer>
  );
}
