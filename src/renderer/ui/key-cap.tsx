import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { palette } from './theme.ts';

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
});

/** A key with its label from the keyboard: F2, Ctrl+Enter. */
export function KeyCap({ children, onBrand = false }: { children: ReactNode; onBrand?: boolean }) {
  const styles = useStyles();
  return <kbd className={mergeClasses(styles.root, onBrand && styles.onBrand)}>{children}</kbd>;
}
