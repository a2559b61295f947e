import { Dialog, DialogSurface, makeStyles } from '@fluentui/react-components';
import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { fading } from '#renderer/lib/is-dialog-open.ts';
import { useDialogKeys } from '#renderer/lib/use-dialog-keys.ts';
import { backdrop, useSecondClick } from './second-click.ts';
import { Button } from './button.tsx';
import { wholeFacts } from './facts-line.tsx';
import { Text } from './text.tsx';
import { focusRing, palette, type, windows } from './theme.ts';
import { useToastsBesideQuestion } from './toast-place.ts';
import { useQuietToastsLeave } from './toasts.tsx';
import { useReturnFocus } from './use-return-focus.ts';
import { useScrolls } from './use-scrolls.ts';

const useStyles = makeStyles({
  surface: {
    display: 'flex',
    flexDirection: 'column',
    width: 'calc(100vw - 48px)',
    maxWidth: '480px',
    maxHeight: 'calc(100vh - 48px)',
    padding: 0,
    border: 'none',
    borderRadius: '8px',
    overflow: 'hidden',
    color: palette.text1,
    [windows.phone]: { width: 'calc(100vw - 24px)' },
    [windows.low]: { maxHeight: 'calc(100vh - 16px)' },
    [windows.lowAndWide]: { maxWidth: '600px' },
  },
  head: {
    flexShrink: 0,
    padding: '24px 24px 8px',
    [windows.low]: { padding: '12px 24px 4px' },
    // As far in as the buttons below.
    [windows.phone]: { padding: '20px 16px 8px' },
  },
  content: {
    minHeight: 0,
    // An error of the last field stands in it.
    padding: '0 24px 28px',
    [windows.low]: { paddingBottom: '24px' },
    [windows.phone]: { paddingLeft: '16px', paddingRight: '16px' },
    overflowY: 'auto',
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
  },
  consequence: { ...type.body, color: palette.text2, overflowWrap: 'anywhere' },
  more: { marginTop: '16px' },
  /** A long name ends in an ellipsis; the Cancel button stays whole. */
  confirm: { flexShrink: 1, minWidth: 0 },
  text: { overflow: 'hidden', textOverflow: 'ellipsis' },
  foot: {
    display: 'flex',
    justifyContent: 'flex-end',
    gap: '8px',
    flexShrink: 0,
    padding: '12px 24px',
    borderTop: `1px solid ${palette.hairline}`,
    // A long label gets a line of its own.
    [windows.phone]: {
      flexWrap: 'wrap',
      padding: '12px 16px',
      '& > button': { flexGrow: 1, maxWidth: '100%' },
    },
    [windows.low]: { padding: '6px 24px' },
  },
});

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  /** What happens, naming the thing. */
  consequence: ReactNode;
  /** Verb and amount: "Clear 4 items". */
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'primary';
  busy?: boolean;
  /** Why it cannot be confirmed yet, such as a missing reason. */
  disabledReason?: string | null;
  /** True if the dialog itself says why it cannot be confirmed: a tooltip with the same text would catch its Esc. */
  isRefused?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** What Esc does, if not the same as the Cancel button: `close` of `useUnsavedDialog`. */
  onEscape?: () => void;
  /** A reason field, a warning. */
  children?: ReactNode;
};

/** Asks before something that cannot be undone: Ctrl+Enter confirms, Esc closes it, a click beside it does not. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const styles = useStyles();
  const titleId = useId();
  const textId = useId();
  const [watch, scrolls] = useScrolls();
  useReturnFocus(props.open);
  useQuietToastsLeave(props.open);
  useToastsBesideQuestion(props.open);
  const { tone = 'danger', cancelLabel = 'Cancel', busy = false, isRefused = false } = props;
  const { onEscape = props.onCancel } = props;
  const keepFocus = useSecondClick();
  const surface = useRef<HTMLDivElement>(null);
  useDialogKeys(surface, props.open);
  return (
    <Dialog open={props.open} modalType="alert" onOpenChange={(_, data) => !data.open && !busy && onEscape()}>
      <DialogSurface
        ref={surface}
        className={styles.surface}
        backdrop={backdrop}
        onMouseDown={keepFocus}
        {...fading(props.open)}
        aria-labelledby={titleId}
        aria-describedby={textId}
      >
        <div className={styles.head}>
          <Text as="h2" id={titleId} size="dialogTitle" breaks>
            {wholeFacts(props.title)}
          </Text>
        </div>
        <div
          ref={watch}
          className={styles.content}
          {...(scrolls ? { role: 'region', 'aria-labelledby': titleId, tabIndex: 0 } : {})}
        >
          <div>
            <div id={textId} className={styles.consequence}>
              {props.consequence}
            </div>
            {props.children ? <div className={styles.more}>{props.children}</div> : null}
          </div>
        </div>
        <div className={styles.foot}>
          <Button size="till" onClick={props.onCancel} disabled={busy}>
            {cancelLabel}
          </Button>
          <Button
            size="till"
            className={styles.confirm}
            appearance={tone}
            busy={busy}
            keyCap="Ctrl+Enter"
            onClick={props.onConfirm}
            disabled={isRefused}
            disabledReason={props.disabledReason}
          >
            <span className={styles.text}>{props.confirmLabel}</span>
          </Button>
        </div>
      </DialogSurface>
    </Dialog>
  );
}
