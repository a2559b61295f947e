import { Dialog, DialogSurface, makeStyles, mergeClasses } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { topDialog } from '#renderer/lib/is-dialog-open.ts';
import { useDialogKeys } from '#renderer/lib/use-dialog-keys.ts';
import { useEscape } from '#renderer/lib/use-escape.ts';
import { asksToClose, backdrop, useSecondClick } from './second-click.ts';
import { Button } from './button.tsx';
import { wholeFacts } from './facts-line.tsx';
import { focusRing, palette, type, windows } from './theme.ts';
import { useToastsBesideDialog } from './toast-place.ts';
import { useQuietToastsLeave } from './toasts.tsx';
import { AroundFieldsContext, useUnsavedDialog } from './unsaved-dialog.tsx';
import { useReturnFocus } from './use-return-focus.ts';
import { useScrolls } from './use-scrolls.ts';

/** A dialog of a few fields leaves the page in sight around it, as a question does; a larger one takes a phone's window. */
const BESIDE = { width: 'calc(100vw - 24px)', maxHeight: 'calc(100dvh - 24px)' };

const useStyles = makeStyles({
  surface: {
    display: 'flex',
    flexDirection: 'column',
    width: 'calc(100vw - 48px)',
    maxHeight: 'calc(100vh - 48px)',
    padding: 0,
    border: '1px solid transparent',
    borderRadius: '8px',
    overflow: 'hidden',
    color: palette.text1,
    [windows.phone]: { width: '100vw', maxHeight: '100dvh' },
    [windows.low]: { maxHeight: 'calc(100vh - 16px)' },
  },
  w480: { maxWidth: '480px', [windows.phone]: BESIDE },
  w600: { maxWidth: '600px', [windows.phone]: BESIDE },
  w840: { maxWidth: '840px' },
  w880: { maxWidth: '880px' },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    flexShrink: 0,
    boxSizing: 'border-box',
    minHeight: '81px',
    padding: '12px 72px 12px 24px',
    borderBottom: `1px solid ${palette.hairline}`,
    [windows.phone]: { padding: '12px 56px 12px 16px' },
    [windows.low]: { minHeight: '48px', padding: '6px 72px 6px 24px' },
  },
  picture: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '48px',
    height: '48px',
    borderRadius: '8px',
    overflow: 'hidden',
    backgroundColor: palette.canvas,
  },
  /** A long name breaks beside the button that closes. */
  text: { minWidth: 0, overflowWrap: 'anywhere' },
  title: { ...type.dialogTitle, margin: 0 },
  line: { ...type.body, margin: 0, color: palette.text3 },
  body: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    // An error of the last field stands in the space below it.
    padding: '20px 24px 28px',
    [windows.low]: { padding: '12px 24px 24px' },
    [windows.phone]: { padding: '16px 16px 28px' },
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
  },
  flush: {
    padding: 0,
    [windows.low]: { padding: 0 },
    [windows.phone]: { padding: 0 },
    display: 'flex',
    flexDirection: 'column',
    overflowY: 'hidden',
  },
  foot: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '8px',
    flexShrink: 0,
    padding: '12px 24px',
    borderTop: `1px solid ${palette.hairline}`,
    [windows.phone]: { flexWrap: 'wrap', padding: '12px 16px', '& > button': { flexGrow: 1 } },
    [windows.low]: { padding: '6px 24px' },
  },
  footNote: {
    ...type.label,
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    marginRight: 'auto',
    color: palette.text3,
    [windows.phone]: { flexBasis: '100%' },
    ':empty': { display: 'none' },
  },
  /** Centred in a head of one line, as high as the button is in this window. */
  close: {
    position: 'absolute',
    top: '40px',
    right: '12px',
    transform: 'translateY(-50%)',
    [windows.low]: { top: '24px' },
  },
});

/** True if Tab stops at something inside, from where the arrow keys scroll. */
const hasStop = (body: HTMLElement) =>
  body.querySelector('a[href], button, input, select, textarea, [tabindex="0"]') !== null;

/** True of a key that is pressed while no dialog has the focus, which a dialog gets some frames after it is drawn. */
const isOutside = ({ target }: KeyboardEvent) =>
  !(target instanceof Element && target.closest('[role=dialog], [role=alertdialog]'));

export type DialogShellProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** One line below the title. */
  line?: ReactNode;
  /** A 48-px picture before the title. */
  picture?: ReactNode;
  width?: 480 | 600 | 840 | 880;
  /** True if the body lays itself out edge to edge and scrolls inside itself. */
  flush?: boolean;
  /** At the left of the foot: keys, or why the primary action waits. */
  footNote?: ReactNode;
  /** The foot's buttons, 44 high. */
  foot?: ReactNode;
  children: ReactNode;
  /** True while something runs that must not be interrupted: neither Esc nor the backdrop closes it. */
  locked?: boolean;
  /** True if something was typed besides what a `Form` in it holds: closing it asks first. */
  isDirty?: boolean;
};

/** A dialog with its own head and a pinned foot; focus starts in the body and later returns to the opener. */
export function DialogShell({ open, width = 600, locked = false, ...rest }: DialogShellProps) {
  const styles = useStyles();
  const titleId = useId();
  useReturnFocus(open);
  useQuietToastsLeave(open);
  useToastsBesideDialog(open, width);
  const { title, line, picture, flush, footNote, foot, isDirty = false, onClose, children } = rest;
  const { close, question, around } = useUnsavedDialog({ isDirty, isLocked: locked, onClose });
  const keepFocus = useSecondClick();
  const [watch, scrolls] = useScrolls(hasStop);
  const surface = useRef<HTMLDivElement>(null);
  useDialogKeys(surface, open);
  useEscape(open && !locked ? close : null, (event) => isOutside(event) && topDialog() === surface.current);
  return (
    <Dialog open={open} modalType="modal" onOpenChange={(_, data) => asksToClose(data) && !locked && close()}>
      <DialogSurface
        ref={surface}
        className={mergeClasses(styles.surface, styles[`w${width}`])}
        backdrop={backdrop}
        onMouseDown={keepFocus}
        aria-labelledby={titleId}
      >
        <AroundFieldsContext value={around}>
          <div className={styles.head}>
            {picture ? <span className={styles.picture}>{picture}</span> : null}
            <div className={styles.text}>
              <h2 id={titleId} className={styles.title}>
                {wholeFacts(title)}
              </h2>
              {line ? <p className={styles.line}>{wholeFacts(line)}</p> : null}
            </div>
          </div>
          <div
            ref={watch}
            className={mergeClasses(styles.body, flush && styles.flush)}
            {...(scrolls && !flush ? { role: 'region', 'aria-labelledby': titleId, tabIndex: 0 } : {})}
          >
            {children}
          </div>
          {foot || footNote ? (
            <div className={styles.foot}>
              {footNote ? <div className={styles.footNote}>{footNote}</div> : null}
              {foot}
            </div>
          ) : null}
          {/* Last in the document, so that the first focus goes to the body. */}
          <Button
            className={styles.close}
            appearance="subtle"
            aria-label="Close"
            icon={<Dismiss20Regular />}
            onClick={close}
            disabled={locked}
          />
          {question}
        </AroundFieldsContext>
      </DialogSurface>
    </Dialog>
  );
}
