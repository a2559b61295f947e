import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useId } from 'react';
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { FieldFrame, fieldDescription } from './field-frame.tsx';
import { palette, windows } from './theme.ts';
import { useDeliberateInDialog } from './unsaved-dialog.tsx';

const useStyles = makeStyles({
  area: {
    boxSizing: 'border-box',
    width: '100%',
    minWidth: 0,
    padding: '6px 12px',
    border: `1px solid ${palette.fieldBorder}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
    color: palette.text1,
    fontFamily: 'inherit',
    fontSize: '14px',
    lineHeight: '20px',
    resize: 'vertical',
    // All of it stands between the head and the foot of a dialog.
    [windows.low]: { maxHeight: 'max(64px, 100vh - 250px)' },
    '::placeholder': { color: palette.placeholder, opacity: 1 },
    ':hover': { border: `1px solid ${palette.text3}` },
    ':focus': {
      outlineStyle: 'none',
      border: `1px solid ${palette.brand}`,
      boxShadow: `inset 0 0 0 1px ${palette.brand}`,
    },
    ':disabled': {
      border: `1px solid ${palette.hairline}`,
      backgroundColor: palette.fill,
      color: palette.placeholder,
    },
  },
  invalid: {
    border: `1px solid ${palette.danger}`,
    ':hover': { border: `1px solid ${palette.danger}` },
    ':focus': {
      border: `1px solid ${palette.danger}`,
      boxShadow: `inset 0 0 0 1px ${palette.danger}`,
    },
  },
});

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'style'> & {
  label: string;
  labelHidden?: boolean;
  error?: string | null;
  hint?: ReactNode;
  className?: string;
};

/** Shows all of a field that Tab reached: the browser scrolls no further than to its first line. */
function showWhole(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key === 'Tab') event.currentTarget.scrollIntoView({ block: 'nearest' });
}

/** Text of several lines: reasons, notes, addresses. Spread react-hook-form's `register` into it. */
export function TextArea({ label, labelHidden, error, hint, className, rows = 2, ...area }: TextAreaProps) {
  const styles = useStyles();
  const ownId = useId();
  // Enter starts a new line there.
  useDeliberateInDialog();
  const id = area.id ?? ownId;
  return (
    <FieldFrame
      id={id}
      label={label}
      labelHidden={labelHidden}
      required={area.required}
      error={error}
      hint={hint}
      className={className}
    >
      <textarea
        {...area}
        id={id}
        rows={rows}
        onKeyUp={showWhole}
        aria-invalid={error ? true : undefined}
        aria-describedby={fieldDescription(id, error, hint, area['aria-describedby'])}
        className={mergeClasses(styles.area, error ? styles.invalid : undefined)}
      />
    </FieldFrame>
  );
}
