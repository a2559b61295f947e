import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { isDialogOpen } from '#renderer/lib/is-dialog-open.ts';
import { useCtrlS } from '#renderer/lib/use-ctrl-s.ts';
import { useEscape } from '#renderer/lib/use-escape.ts';
import { Button } from './button.tsx';
import type { FormState } from './form.tsx';
import { FieldsToCheck } from './fields-to-check.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { ActionButton, type Action } from './page-actions.tsx';
import { FootBar, PageFoot } from './page-foot.tsx';
import { palette, type, windows } from './theme.ts';
import { ONE_PANE, useMedia } from './use-media.ts';

/** Begins where every page does, which is centred in a window as wide as a wall. */
const onPageEdge = { [windows.vast]: { marginLeft: 'max(0px, calc((100% - 2000px) / 2))' } };

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    minHeight: 0,
    // The page scrolls with its tabs, and the foot stays.
    [windows.zoomed]: { height: 'auto', minHeight: '100%' },
  },
  scroll: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    boxSizing: 'border-box',
    padding: '24px 32px',
    [windows.onePane]: { padding: '16px' },
    [windows.zoomed]: { overflowY: 'visible', padding: '8px 16px' },
    // A focused field is scrolled into view with its label and the lines below it.
    scrollPaddingTop: '40px',
    scrollPaddingBottom: '40px',
  },
  content: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    maxWidth: '1064px',
    ...onPageEdge,
    [windows.zoomed]: { gap: '8px' },
  },
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 720px) 320px',
    gap: '24px',
    alignItems: 'start',
    [windows.narrow]: { gridTemplateColumns: 'minmax(0, 1fr) 288px', gap: '16px' },
    [windows.onePane]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  alone: {
    gridTemplateColumns: 'minmax(0, 720px)',
    [windows.narrow]: { gridTemplateColumns: 'minmax(0, 720px)' },
  },
  whole: {
    gridTemplateColumns: 'minmax(0, 1064px)',
    [windows.narrow]: { gridTemplateColumns: 'minmax(0, 1064px)' },
    [windows.wide]: { gridTemplateColumns: 'minmax(0, 1560px)' },
  },
  /** Rows of many fields or boxes take the width that a wide window has. */
  spread: { [windows.wide]: { maxWidth: '1560px' } },
  /** As wide as the form and its aside. */
  inner: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    width: '100%',
    maxWidth: '1064px',
    ...onPageEdge,
    [windows.phone]: { flexWrap: 'wrap' },
  },
  bar: {
    justifyContent: 'flex-start',
    [windows.zoomed]: { position: 'sticky', bottom: 0, zIndex: 3 },
  },
  innerAlone: { maxWidth: '720px' },
  note: {
    ...type.label,
    display: 'flex',
    alignItems: 'center',
    minHeight: '24px',
    marginRight: 'auto',
    color: palette.text3,
    [windows.phone]: { flexBasis: '100%' },
  },
  /** On a phone only what there is to say takes a line of the bar. */
  noNews: { [windows.phone]: { display: 'none' } },
  /** In a phone's window the buttons fill the bar. */
  button: { [windows.phone]: { flexGrow: 1 } },
});

const SAVE = { idle: 'Save', busy: 'Saving…' };

/** Returns the FormPage props for a new or an existing thing: `Create Supplier`, `Update Supplier`. */
export const formOf = (noun: string, isNew: boolean) => ({
  submitLabels: isNew
    ? { idle: `Create ${noun}`, busy: 'Creating…' }
    : { idle: `Update ${noun}`, busy: 'Updating…' },
  leaves: true,
  saveUnchanged: isNew,
});

type FormPageProps = {
  header: ReactNode;
  /** The form's cards. */
  children: ReactNode;
  /** Beside the form: its result. */
  aside?: ReactNode;
  form: Pick<FormState, 'id' | 'isDirty' | 'busy' | 'errors'>;
  onCancel: () => void;
  /** Called once the user agrees to lose what was typed. */
  onDiscard?: () => void;
  /** The primary button's labels, idle and busy; "Save" and "Saving…" by default. */
  submitLabels?: { idle: string; busy: string };
  /** The changes that are about to be saved, above the buttons. */
  changes?: ReactNode;
  /** What they come to, in place of "Unsaved changes". */
  changesText?: ReactNode;
  /** A second way to send it, before the primary button. */
  also?: Action | null;
  /** True for rows of fields: as wide as a form with an aside, or as a wide window. */
  wide?: boolean;
  /** True if Cancel leaves the page even when nothing was changed. */
  leaves?: boolean;
  /** True if it may be saved unchanged: the fields say what is missing. */
  saveUnchanged?: boolean;
  /** True if Esc cancels, as on the pages of the till. */
  escapes?: boolean;
};

/** A form as a page: one column, an action bar pinned below, Ctrl+S, and a question before changes are lost. */
export function FormPage(props: FormPageProps) {
  const {
    header,
    children,
    aside,
    onCancel,
    onDiscard,
    also,
    changes,
    changesText = 'Unsaved changes',
  } = props;
  const { id: formId, isDirty, busy, errors } = props.form;
  const { submitLabels = SAVE, wide = false, leaves = false, saveUnchanged = false, escapes = false } = props;
  const isNarrow = !aside && !wide;
  const styles = useStyles();
  const size = useMedia(ONE_PANE) ? 'till' : 'medium';
  const isIdle = !isDirty && !saveUnchanged;
  const mayNotSave = busy || isIdle;
  useCtrlS(() => {
    // Ctrl+S does not apply to the page below a dialog.
    if (mayNotSave || isDialogOpen()) return;
    (document.getElementById(formId) as HTMLFormElement | null)?.requestSubmit();
  });
  const mayNotCancel = busy || (!isDirty && !leaves);
  useEscape(escapes && !mayNotCancel ? onCancel : null);
  return (
    <div className={styles.root}>
      <div className={styles.scroll}>
        <div className={mergeClasses(styles.content, wide && styles.spread)}>
          <PageFoot value={null}>{header}</PageFoot>
          <div className={mergeClasses(styles.columns, isNarrow && styles.alone, wide && styles.whole)}>
            {children}
            {aside}
          </div>
        </div>
      </div>
      <FootBar
        className={styles.bar}
        note={
          changes ? (
            <div className={mergeClasses(styles.inner, isNarrow && styles.innerAlone, wide && styles.spread)}>
              {changes}
            </div>
          ) : null
        }
      >
        <div className={mergeClasses(styles.inner, isNarrow && styles.innerAlone, wide && styles.spread)}>
          <div className={mergeClasses(styles.note, errors === 0 && !isDirty && styles.noNews)}>
            {errors > 0 ? (
              <FieldsToCheck formId={formId} count={errors} />
            ) : (
              <span role="status">{isDirty ? changesText : saveUnchanged ? null : 'No changes'}</span>
            )}
          </div>
          <Button
            size={size}
            className={styles.button}
            onClick={onCancel}
            keyCap={escapes ? 'Esc' : undefined}
            disabled={mayNotCancel}
          >
            Cancel
          </Button>
          {also ? (
            <ActionButton action={also} appearance="secondary" size={size} className={styles.button} />
          ) : null}
          <Button
            size={size}
            className={styles.button}
            appearance="primary"
            type="submit"
            form={formId}
            keyCap="Ctrl+S"
            disabled={busy}
            disabledReason={isIdle ? 'Nothing was changed' : null}
          >
            {busy ? submitLabels.busy : submitLabels.idle}
          </Button>
        </div>
      </FootBar>
      <LeaveGuard when={isDirty && !busy} onDiscard={onDiscard} />
    </div>
  );
}
