import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useTyping } from '#renderer/lib/use-typing.ts';
import { Row } from './layout.tsx';
import { palette, windows } from './theme.ts';
import { PHONE, useMedia } from './use-media.ts';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    boxSizing: 'border-box',
    minWidth: '24px',
    height: '20px',
    padding: '0 5px',
    border: `1px solid ${palette.keyBorder}`,
    borderBottomWidth: '2px',
    borderRadius: '4px',
    backgroundColor: palette.surface,
    color: palette.text2,
    fontFamily: 'inherit',
    fontSize: '11px',
    lineHeight: '16px',
    fontWeight: 500,
    letterSpacing: '0',
    whiteSpace: 'nowrap',
  },
  onBrand: {
    backgroundColor: 'transparent',
    color: palette.onBrand,
    border: '1px solid rgba(255, 255, 255, 0.6)',
  },
  off: { border: `1px solid ${palette.rowLine}`, color: palette.placeholder },
  inField: { display: 'inline-flex', [windows.phone]: { display: 'none' } },
  offOnBrand: { border: '1px solid rgba(255, 255, 255, 0.2)', color: 'rgba(255, 255, 255, 0.8)' },
});

const FUNCTION_KEY = /^F\d+$/;

/** The key that brings the cursor into a field, at the field's end; a phone has no such keys. */
export function FieldKey({ children }: { children: string }) {
  return (
    <span className={useStyles().inField}>
      <KeyCap>{children}</KeyCap>
    </span>
  );
}

/** The keys of a dialog and what they do, at its foot; a phone has no such keys. */
export function KeyHints({ children }: { children: ReactNode }) {
  const isPhone = useMedia(PHONE);
  return isPhone ? null : (
    <Row as="span" gap={8} align="center">
      {children}
    </Row>
  );
}

type KeyCapProps = {
  children: string;
  onBrand?: boolean;
  /** True where the key does nothing now. */
  off?: boolean;
};

/** A key with its label from the keyboard: F2, Ctrl+Enter. A function key is dimmed while keys are typed into a field. */
export function KeyCap({ children, onBrand = false, off = false }: KeyCapProps) {
  const styles = useStyles();
  const isTyping = useTyping();
  const isOff = off || (isTyping && FUNCTION_KEY.test(children));
  return (
    <kbd
      className={mergeClasses(
        styles.root,
        onBrand && styles.onBrand,
        isOff && (onBrand ? styles.offOnBrand : styles.off),
      )}
    >
      {children}
    </kbd>
  );
}
