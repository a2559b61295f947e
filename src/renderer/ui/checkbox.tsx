import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { Checkmark12Filled } from '@fluentui/react-icons';
import type { ComponentProps, ReactNode } from 'react';
import { focusRing, palette, type } from './theme.ts';

const useStyles = makeStyles({
  root: {
    ...type.bodyStrong,
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '32px',
    color: palette.text1,
    cursor: 'pointer',
  },
  input: {
    appearance: 'none',
    flexShrink: 0,
    width: '16px',
    height: '16px',
    margin: 0,
    boxSizing: 'border-box',
    border: `1px solid ${palette.fieldBorder}`,
    borderRadius: '4px',
    backgroundColor: palette.surface,
    cursor: 'pointer',
    ':checked': { border: `1px solid ${palette.brand}`, backgroundColor: palette.brand },
    ':checked + svg': { visibility: 'visible' },
    ':focus-visible': focusRing,
    ':disabled': { border: `1px solid ${palette.buttonBorder}`, backgroundColor: palette.fill },
  },
  mark: {
    position: 'absolute',
    left: '2px',
    visibility: 'hidden',
    color: palette.onBrand,
    pointerEvents: 'none',
  },
  off: { color: palette.placeholder, cursor: 'default' },
});

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'style' | 'size'> & {
  label: ReactNode;
};

/** A checkbox; spread react-hook-form's `register` into it. */
export function Checkbox({ label, ...input }: CheckboxProps) {
  const styles = useStyles();
  return (
    <label className={mergeClasses(styles.root, input.disabled && styles.off)}>
      <input {...input} type="checkbox" className={styles.input} />
      <Checkmark12Filled className={styles.mark} aria-hidden="true" />
      {label}
    </label>
  );
}
