import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { FieldFrame, fieldDescription } from './field-frame.tsx';
import { fieldHeight, palette, windows } from './theme.ts';

/** Draws one stroke of a cross as a gradient. */
const stroke = (degrees: number) =>
  `linear-gradient(${degrees}deg, transparent 47%, ${palette.text2} 47% 53%, transparent 53%)`;

const useStyles = makeStyles({
  box: {
    display: 'flex',
    alignItems: 'center',
    boxSizing: 'border-box',
    minWidth: 0,
    border: `1px solid ${palette.fieldBorder}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
    color: palette.text3,
    ':hover': { border: `1px solid ${palette.text3}` },
    ':focus-within': {
      border: `1px solid ${palette.brand}`,
      boxShadow: `inset 0 0 0 1px ${palette.brand}`,
    },
  },
  invalid: {
    border: `1px solid ${palette.danger}`,
    ':hover': { border: `1px solid ${palette.danger}` },
    ':focus-within': {
      border: `1px solid ${palette.danger}`,
      boxShadow: `inset 0 0 0 1px ${palette.danger}`,
    },
  },
  /** Reads as text until it is pointed at, focused or wrong. */
  quiet: {
    border: '1px solid transparent',
    backgroundColor: 'transparent',
    ':focus-within': { backgroundColor: palette.surface },
  },
  quietInput: { cursor: 'pointer', ':focus': { cursor: 'text' }, '::placeholder': { color: palette.text3 } },
  disabled: {
    border: `1px solid ${palette.hairline}`,
    backgroundColor: palette.fill,
    ':hover': { border: `1px solid ${palette.hairline}` },
  },
  input: {
    flexGrow: 1,
    width: '100%',
    minWidth: 0,
    height: '100%',
    boxSizing: 'border-box',
    padding: '0 12px',
    border: 'none',
    outlineStyle: 'none',
    borderRadius: '7px',
    backgroundColor: 'transparent',
    color: palette.text1,
    fontFamily: 'inherit',
    fontSize: '14px',
    lineHeight: '20px',
    // A long placeholder ends in an ellipsis, not inside a letter.
    textOverflow: 'ellipsis',
    '::placeholder': { color: palette.placeholder, opacity: 1 },
    ':disabled': { color: palette.placeholder },
    /** The engine's own clear button of a search field, in our text colour. */
    '::-webkit-search-cancel-button': {
      appearance: 'none',
      width: '14px',
      height: '14px',
      cursor: 'pointer',
      backgroundImage: `${stroke(45)}, ${stroke(-45)}`,
    },
  },
  s32: fieldHeight,
  s40: { height: '40px' },
  s44: { height: '44px' },
  s48: { height: '48px' },
  roomy: { padding: '0 18px' },
  large: {
    fontSize: '16px',
    lineHeight: '24px',
    [windows.narrow]: { '::placeholder': { fontSize: '15px' } },
  },
  amount: {
    fontSize: '20px',
    lineHeight: '28px',
    fontWeight: 600,
    textAlign: 'right',
    fontVariantNumeric: 'tabular-nums',
  },
  /** Amounts and quantities end at the right, without the engine's own arrows. */
  figures: {
    textAlign: 'right',
    fontVariantNumeric: 'tabular-nums',
    '::-webkit-inner-spin-button': { appearance: 'none', margin: 0 },
  },
  afterPrefix: { paddingLeft: '4px' },
  slot: { display: 'flex', alignItems: 'center', flexShrink: 0 },
  prefix: { paddingLeft: '10px' },
  suffix: { paddingRight: '10px' },
});

export type TextFieldProps = Omit<ComponentProps<'input'>, 'size' | 'prefix' | 'className' | 'style'> & {
  label: string;
  /** The label is read out but not drawn. */
  labelHidden?: boolean;
  error?: ReactNode;
  hint?: ReactNode;
  warning?: ReactNode;
  prefix?: ReactNode;
  suffix?: ReactNode;
  size?: 32 | 40 | 44 | 48;
  /** True for a payment's amount: 20 px, bold, right-aligned. */
  amount?: boolean;
  /** True for an amount or a quantity, which ends at the right; by its keyboard where it is left out. */
  figures?: boolean;
  /** True in a table: it reads as text, and gets its box when it is pointed at or focused. */
  quiet?: boolean;
  className?: string;
};

/** True for a field that digits are typed into, and that shows them. */
const isNumber = ({ type, inputMode }: Pick<ComponentProps<'input'>, 'type' | 'inputMode'>) =>
  type === 'number' || (type !== 'password' && (inputMode === 'decimal' || inputMode === 'numeric'));

/** A labelled text input with its error below. Spread react-hook-form's `register` into it. */
export function TextField({
  label,
  labelHidden = false,
  error,
  hint,
  warning,
  prefix,
  suffix,
  size = 32,
  amount = false,
  quiet = false,
  figures,
  className,
  ...input
}: TextFieldProps) {
  const styles = useStyles();
  const ownId = useId();
  const id = input.id ?? ownId;
  const isFigure = figures ?? (isNumber(input) && !quiet);
  /** The error may be shown beside the field where there is no room below it. */
  const isInvalid = error ? true : input['aria-invalid'];
  return (
    <FieldFrame
      id={id}
      label={label}
      labelHidden={labelHidden}
      required={input.required}
      error={error}
      hint={hint}
      warning={warning}
      className={className}
    >
      <div
        className={mergeClasses(
          styles.box,
          styles[`s${size}`],
          quiet && styles.quiet,
          isInvalid ? styles.invalid : undefined,
          (input.disabled || input.readOnly) && styles.disabled,
        )}
      >
        {prefix ? <span className={mergeClasses(styles.slot, styles.prefix)}>{prefix}</span> : null}
        <input
          {...input}
          id={id}
          aria-invalid={isInvalid}
          aria-describedby={fieldDescription(id, error, hint ?? warning, input['aria-describedby'])}
          className={mergeClasses(
            styles.input,
            (size === 40 || size === 48) && styles.large,
            size === 40 && styles.roomy,
            isFigure && styles.figures,
            amount && styles.amount,
            quiet && styles.quietInput,
            prefix ? styles.afterPrefix : undefined,
          )}
        />
        {suffix ? <span className={mergeClasses(styles.slot, styles.suffix)}>{suffix}</span> : null}
      </div>
    </FieldFrame>
  );
}
