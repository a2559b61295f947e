import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { ErrorCircle12Filled } from '@fluentui/react-icons';
import { useEffect, useRef, type ReactNode } from 'react';
import { palette, type } from './theme.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  label: { ...type.bodyStrong, marginBottom: '4px', color: palette.text1 },
  /** Visual only: the input itself has `required`. */
  required: { '::after': { content: "' *' / ''", color: palette.danger } },
  note: { ...type.meta, marginTop: '4px', color: palette.text3, textWrap: 'pretty' },
  /** Uses the gap below the field: an error of one line moves nothing. */
  error: {
    ...type.metaStrong,
    marginTop: '2px',
    marginBottom: '-18px',
    color: palette.danger,
    display: 'flex',
    gap: '4px',
    overflowWrap: 'anywhere',
  },
  warning: { marginTop: '2px', marginBottom: '-18px' },
  /** Replaces the hint's line. */
  inHintsPlace: { marginTop: '4px', marginBottom: 0 },
  icon: { flexShrink: 0, marginTop: '2px' },
});

/** Returns the aria-describedby value for a field framed by FieldFrame. */
export function fieldDescription(id: string, error?: ReactNode, hint?: ReactNode, more?: string) {
  const below = error ? `${id}-error` : hint && `${id}-hint`;
  return [below, more].filter(Boolean).join(' ') || undefined;
}

/** Scrolls a field and its error into view if it is the first of its form: the focus may not move, or a foot cover it. */
function showError(error: HTMLElement | null): void {
  const frame = error?.parentElement;
  const first = frame?.closest('form, [role=dialog], main')?.querySelector('[aria-invalid=true]');
  if (!frame || !first || !frame.contains(first)) return;
  for (const part of [error, first]) part?.scrollIntoView({ block: 'nearest' });
}

type FieldFrameProps = {
  id: string;
  label: string;
  labelHidden?: boolean;
  required?: boolean | undefined;
  error?: ReactNode;
  hint?: ReactNode;
  /** A line that comes and goes while there is no error; it moves nothing. */
  warning?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

/** Label above and hint below any field; an error replaces the hint. */
export function FieldFrame(props: FieldFrameProps) {
  const { id, label, labelHidden, required, error, hint, warning, className, children } = props;
  const styles = useStyles();
  const message = useRef<HTMLSpanElement>(null);
  const isInvalid = Boolean(error);
  useEffect(() => {
    if (isInvalid) showError(message.current);
  }, [isInvalid]);
  return (
    <div className={mergeClasses(styles.root, className)}>
      {labelHidden ? (
        <VisuallyHidden>
          <label htmlFor={id}>{label}</label>
        </VisuallyHidden>
      ) : (
        <label htmlFor={id} className={mergeClasses(styles.label, required && styles.required)}>
          {label}
        </label>
      )}
      {children}
      {hint && !error ? (
        <span id={`${id}-hint`} className={styles.note}>
          {hint}
        </span>
      ) : null}
      {warning && !error ? (
        <span id={`${id}-hint`} className={mergeClasses(styles.note, styles.warning)}>
          {warning}
        </span>
      ) : null}
      {error ? (
        <span
          ref={message}
          id={`${id}-error`}
          className={mergeClasses(styles.error, hint ? styles.inHintsPlace : undefined)}
        >
          <ErrorCircle12Filled className={styles.icon} aria-hidden="true" />
          {error}
        </span>
      ) : null}
    </div>
  );
}
