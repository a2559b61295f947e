import { makeStyles } from '@fluentui/react-components';
import { Search20Regular } from '@fluentui/react-icons';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { isDialogOpen, topDialog } from '#renderer/lib/is-dialog-open.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { KeyCap } from '#renderer/ui/key-cap.tsx';
import { focusRing, palette, type, windows } from '#renderer/ui/theme.ts';

/** Loaded when it is opened. */
const GoToDialog = lazy(async () => ({ default: (await import('./go-to-dialog.tsx')).GoToDialog }));

const useStyles = makeStyles({
  root: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flexShrink: 1,
    minWidth: '160px',
    width: '280px',
    height: '32px',
    boxSizing: 'border-box',
    marginLeft: '12px',
    padding: '0 8px 0 12px',
    border: `1px solid ${palette.fieldBorder}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
    color: palette.placeholder,
    fontFamily: 'inherit',
    cursor: 'pointer',
    ':hover': { border: `1px solid ${palette.text3}` },
    ':focus-visible': focusRing,
    ':disabled': { backgroundColor: palette.fill, cursor: 'not-allowed' },
    [windows.onePane]: {
      justifyContent: 'center',
      flexShrink: 0,
      marginLeft: 0,
      minWidth: '44px',
      width: '44px',
      height: '44px',
      padding: 0,
    },
    [windows.zoomed]: { height: '36px' },
  },
  icon: { display: 'flex', flexShrink: 0 },
  label: {
    flexGrow: 1,
    textAlign: 'left',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    [windows.onePane]: { position: 'absolute', width: '1px', height: '1px', clipPath: 'inset(50%)' },
  },
  key: { display: 'flex', [windows.onePane]: { display: 'none' } },
});

const KEY = navigator.userAgent.includes('Mac OS X') ? '⌘K' : 'Ctrl+K';

/** A sale is paid there: nothing leads away from it by a key. */
const PAYMENT = /^\/pos\/(\d+\/)?payment$/;

/** Takes what is typed before the opened dialog has the focus: the first time its code is loaded meanwhile. */
function useTypedAhead(isOpen: boolean, onType: (change: (typed: string) => string) => void) {
  useEffect(() => {
    if (!isOpen) return undefined;
    const stop = new AbortController();
    const hold = (event: KeyboardEvent) => {
      if (topDialog()?.contains(document.activeElement)) return stop.abort();
      const { key } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || key === 'Escape')
        return;
      // Neither the field nor the button behind the dialog is meant.
      event.preventDefault();
      event.stopPropagation();
      if (key === 'Backspace') onType((typed) => typed.slice(0, -1));
      else if (key.length === 1) onType((typed) => typed + key);
    };
    window.addEventListener('keydown', hold, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, [isOpen, onType]);
}

/** The way to anything from the top bar, and by Ctrl+K from wherever no other dialog is open. */
export function GoTo() {
  const styles = useStyles();
  const isPaying = PAYMENT.test(useLocation().pathname);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  useTypedAhead(isOpen && !isPaying, setTyped);
  const open = useLatest(() => {
    if (isPaying || isDialogOpen()) return;
    setTyped('');
    setOpen(true);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isMeant = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isMeant || event.key.toLowerCase() !== 'k') return;
      // The browser would go to its own address bar.
      event.preventDefault();
      if (!event.repeat) open.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open]);
  return (
    <>
      <button
        type="button"
        className={styles.root}
        disabled={isPaying}
        title={isPaying ? 'Complete or leave the payment first' : undefined}
        aria-haspopup="dialog"
        onClick={() => open.current()}
      >
        <span className={styles.icon}>
          <Search20Regular aria-hidden="true" />
        </span>
        <span className={styles.label}>Go to anything</span>
        <span className={styles.key}>
          <KeyCap off={isPaying}>{KEY}</KeyCap>
        </span>
      </button>
      {isOpen && !isPaying ? (
        <Suspense fallback={null}>
          <GoToDialog typed={typed} onType={setTyped} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
