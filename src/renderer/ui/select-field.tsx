import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { ChevronDown20Regular } from '@fluentui/react-icons';
import { useId } from 'react';
import type { ComponentProps, KeyboardEvent } from 'react';
import { isChoosing } from '#renderer/lib/deliberate-keys.ts';
import { FieldFrame, fieldDescription } from './field-frame.tsx';
import { fieldHeight, focusRing, palette, shadows } from './theme.ts';

/** Newer than the CSS types. */
const baseSelect = 'base-select' as 'auto';

const useStyles = makeStyles({
  box: { position: 'relative', display: 'flex', minWidth: 0 },
  /** As wide as its longest text, whichever is chosen. */
  fitting: {
    display: 'grid',
    '::before': {
      content: 'attr(data-longest)',
      gridArea: '1 / 1',
      height: 0,
      overflow: 'hidden',
      visibility: 'hidden',
      padding: '0 36px 0 14px',
      fontSize: '14px',
      whiteSpace: 'nowrap',
    },
    '& > select': { gridArea: '1 / 1' },
  },
  select: {
    appearance: 'none',
    width: '100%',
    minWidth: 0,
    boxSizing: 'border-box',
    padding: '0 36px 0 12px',
    border: `1px solid ${palette.fieldBorder}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
    color: palette.text1,
    fontFamily: 'inherit',
    fontSize: '14px',
    lineHeight: '20px',
    whiteSpace: 'nowrap',
    textOverflow: 'ellipsis',
    cursor: 'pointer',
    ':hover': { border: `1px solid ${palette.text3}` },
    ':focus-visible': {
      outlineStyle: 'none',
      border: `1px solid ${palette.brand}`,
      boxShadow: `inset 0 0 0 1px ${palette.brand}`,
    },
    ':disabled': {
      border: `1px solid ${palette.hairline}`,
      backgroundColor: palette.fill,
      color: palette.placeholder,
      opacity: 1,
      cursor: 'default',
    },
  },
  /** Draws the list like our menus where the engine supports it. */
  drawn: {
    '@supports (appearance: base-select)': {
      appearance: baseSelect,
      alignItems: 'center',
      // Long text ends before the chevron.
      overflowX: 'clip',
      overflowY: 'clip',
      overflowClipMargin: 'content-box',
      '::picker(select)': {
        appearance: baseSelect,
        boxSizing: 'border-box',
        marginTop: '4px',
        padding: '4px',
        border: `1px solid ${palette.hairline}`,
        borderRadius: '8px',
        backgroundColor: palette.surface,
        boxShadow: shadows.floating,
        fontSize: '14px',
      },
      '::picker-icon': { display: 'none' },
      '& option': {
        minHeight: '32px',
        padding: '0 8px',
        borderRadius: '6px',
        color: palette.text1,
        cursor: 'pointer',
      },
      '& option:hover': { backgroundColor: palette.canvas },
      '& option:focus-visible': { ...focusRing, outlineOffset: '-2px' },
      '& option:checked': { backgroundColor: palette.brandFill, color: palette.link, fontWeight: 600 },
      '& option:disabled': { color: palette.placeholder },
      '& option::checkmark': { display: 'none' },
    },
  },
  invalid: { border: `1px solid ${palette.danger}` },
  /** Nothing is chosen yet: the text is a placeholder. */
  unchosen: { ':required:invalid': { color: palette.placeholder } },
  s32: fieldHeight,
  s44: { height: '44px' },
  chevron: {
    position: 'absolute',
    right: '11px',
    top: 0,
    bottom: 0,
    marginTop: 'auto',
    marginBottom: 'auto',
    pointerEvents: 'none',
    color: palette.fieldBorder,
  },
});

/** Lets Esc and Ctrl+Enter close the open list, and nothing around it. */
function closeFirst(event: KeyboardEvent<HTMLSelectElement>): void {
  const isSending = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
  if (!(isSending || event.key === 'Escape') || !isChoosing(event.currentTarget)) return;
  event.stopPropagation();
  if (!isSending) return;
  event.preventDefault();
  // Only another popover closes it.
  const other = document.body.appendChild(document.createElement('div'));
  other.popover = 'auto';
  other.showPopover();
  other.remove();
  event.currentTarget.focus();
}

type SelectOption = { value: string; label: string; disabled?: boolean };

type SelectFieldProps = Omit<ComponentProps<'select'>, 'size' | 'className' | 'style' | 'children'> & {
  label: string;
  labelHidden?: boolean;
  options: readonly SelectOption[];
  error?: string | null;
  size?: 32 | 44;
  /** True if it is as wide as its longest text. */
  fits?: boolean;
  className?: string;
};

const longestOf = (options: readonly SelectOption[]) =>
  options.reduce((longest, { label }) => (label.length > longest.length ? label : longest), '');

/** One choice of a short list, on the platform's own select for keyboard, touch and screen readers. */
export function SelectField({
  label,
  labelHidden = false,
  options,
  error,
  size = 32,
  fits = false,
  className,
  ...select
}: SelectFieldProps) {
  const styles = useStyles();
  const ownId = useId();
  const id = select.id ?? ownId;
  return (
    <FieldFrame
      id={id}
      label={label}
      labelHidden={labelHidden}
      required={select.required}
      error={error}
      className={className}
    >
      <div
        className={mergeClasses(styles.box, fits && styles.fitting)}
        data-longest={fits ? longestOf(options) : undefined}
      >
        <select
          onKeyDown={closeFirst}
          {...select}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={fieldDescription(id, error)}
          className={mergeClasses(
            styles.select,
            styles.drawn,
            styles.unchosen,
            styles[`s${size}`],
            error ? styles.invalid : undefined,
          )}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown20Regular className={styles.chevron} aria-hidden="true" />
      </div>
    </FieldFrame>
  );
}
