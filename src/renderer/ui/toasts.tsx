import {
  Toast,
  ToastTrigger,
  Toaster,
  makeStaticStyles,
  makeStyles,
  mergeClasses,
  useThemeClassName,
  useToastController,
} from '@fluentui/react-components';
import {
  CheckmarkCircle20Filled,
  Dismiss20Regular,
  ErrorCircle20Filled,
  Info20Filled,
  Warning20Filled,
} from '@fluentui/react-icons';
import {
  createContext,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ReactElement, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './button.tsx';
import { createVisibleToasts, type VisibleToasts } from './visible-toasts.ts';
import { palette, shadows, tones, type, windows } from './theme.ts';
import { ToastPlacing, useToastPlaces } from './toast-place.ts';
import { useClearPlace } from './use-clear-place.ts';

const TOASTER = 'tindahan';

/** Menus, lists of choices and calendars stay above toasts, because they are chosen from. */
const useChoicesOnTop = makeStaticStyles({
  '[data-portal-node]:has(.fui-MenuPopover, > .fui-PopoverSurface, > .fui-Listbox)': {
    zIndex: '1000002 !important',
  },
});

const useStyles = makeStyles({
  /** Above dialogs, which Fluent puts at 1000000. */
  region: { position: 'fixed', zIndex: 1_000_001, pointerEvents: 'none', backgroundColor: 'transparent' },
  /** Fluent gives the list's class to each toast too: nothing here may take a toast out of the flow. */
  list: { position: 'static', width: '100%', marginTop: '8px' },
  toast: {
    gridTemplateColumns: '20px 1fr 32px',
    columnGap: '12px',
    padding: '12px 12px 12px 16px',
    [windows.onePane]: { gridTemplateColumns: '20px 1fr 44px', padding: '0 0 0 16px' },
    border: `1px solid ${palette.hairline}`,
    boxShadow: shadows.floating,
    fontWeight: 400,
  },
  /** Icon, text and button share one middle. */
  ofOneLine: { alignItems: 'center' },
  text: { [windows.onePane]: { padding: '8px 0' } },
  icon: { [windows.onePane]: { paddingTop: '8px' } },
  iconOfOneLine: { display: 'flex', [windows.onePane]: { paddingTop: 0 } },
  title: { ...type.body, fontWeight: 600, color: palette.text1, overflowWrap: 'anywhere' },
  body: { ...type.body, color: palette.text2, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  number: { whiteSpace: 'nowrap' },
  close: {
    margin: '-6px -8px -6px 8px',
    [windows.onePane]: { margin: 0 },
  },
  success: { color: tones.green[1] },
  info: { color: palette.brand },
  warning: { color: tones.orange[1] },
  error: { color: palette.danger },
});

export type Intent = 'success' | 'info' | 'warning' | 'error';

const icons: Record<Intent, ReactElement> = {
  success: <CheckmarkCircle20Filled />,
  info: <Info20Filled />,
  warning: <Warning20Filled />,
  error: <ErrorCircle20Filled />,
};

/** Milliseconds; errors stay longer than successes. */
const lifetimes: Record<Intent, number> = { success: 4000, info: 5000, warning: 8000, error: 8000 };

/** Document numbers, such as `PO-MNL-01-000123`: each stays on one line if it fits. */
const NUMBERS = /([A-Z\d]+(?:-[A-Z\d]+)+)/;
const LONGEST_NUMBER = 28;

function MessageText({ text }: { text: string }) {
  const styles = useStyles();
  return text.split(NUMBERS).map((part, place) =>
    place % 2 === 1 && part.length <= LONGEST_NUMBER ? (
      <span key={place} className={styles.number}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/**
 * Removes Fluent's focus trap in a toast, which also keeps the toast open: Tab must lead through the toasts and on,
 * because keyboard users pass them on the way to the menu.
 */
const KEEPS_FOCUS = 'data-tabster';
const OUT_OF_TAB_ORDER = { tabIndex: -1 };

function ToastCard({ intent, title, body }: { intent: Intent; title: string; body?: ReactNode }) {
  const styles = useStyles();
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => card.current?.closest(`[${KEEPS_FOCUS}]`)?.removeAttribute(KEEPS_FOCUS), []);
  return (
    <Toast ref={card} className={mergeClasses(styles.toast, !body && styles.ofOneLine)}>
      <span
        className={mergeClasses(styles[intent], styles.icon, !body && styles.iconOfOneLine)}
        aria-hidden="true"
      >
        {icons[intent]}
      </span>
      <div className={styles.text}>
        <div className={styles.title}>
          <MessageText text={title} />
        </div>
        {body ? (
          <div className={styles.body}>{typeof body === 'string' ? <MessageText text={body} /> : body}</div>
        ) : null}
      </div>
      <ToastTrigger>
        <Button
          className={styles.close}
          appearance="subtle"
          aria-label="Dismiss"
          icon={<Dismiss20Regular />}
        />
      </ToastTrigger>
    </Toast>
  );
}

/**
 * Keeps toasts audible beside a modal dialog, which hides the rest of the document from screen readers (react-tabster's
 * useDangerousNeverHidden, which Fluent does not pass on).
 */
const NEVER_HIDDEN = { 'data-tabster-never-hide': '' };

const VisibleToastsContext = createContext<VisibleToasts>(createVisibleToasts());

/** Mount once, inside FluentProvider: holds the only toaster, newest toast on top, where the screen has room. */
export function ToastHost({ children }: { children: ReactNode }) {
  const [visible] = useState(createVisibleToasts);
  useChoicesOnTop();
  const styles = useStyles();
  const themeClass = useThemeClassName();
  const {
    place: { atFoot = false, ...place },
    placing,
  } = useToastPlaces();
  const region = useClearPlace(place.top, atFoot);
  return (
    <ToastPlacing value={placing}>
      <VisibleToastsContext value={visible}>{children}</VisibleToastsContext>
      {createPortal(
        <section
          ref={region}
          aria-label="Notifications"
          className={mergeClasses(themeClass, styles.region)}
          style={place}
          {...NEVER_HIDDEN}
        >
          <div>
            <Toaster
              inline
              className={styles.list}
              toasterId={TOASTER}
              position="top-end"
              pauseOnHover
              {...{ [KEEPS_FOCUS]: undefined }}
            />
          </div>
        </section>,
        document.body,
      )}
    </ToastPlacing>
  );
}

/** Dismisses success toasts before a dialog opens, so that they do not cover its title; errors stay. */
export function useQuietToastsLeave(isOpen: boolean): void {
  const visible = useContext(VisibleToastsContext);
  const { dismissToast } = useToastController(TOASTER);
  useEffect(() => {
    if (isOpen) visible.hush().forEach(dismissToast);
  }, [isOpen, visible, dismissToast]);
}

/** Counts keys and presses of a pointer: what was shown before the last one is old when the page changes. */
let acts = 0;
for (const kind of ['keydown', 'pointerdown']) {
  window.addEventListener(kind, () => (acts += 1), { capture: true });
}

/** Dismisses errors of the page before when somebody goes to another one. */
export function useOldErrorsLeave(pathname: string): void {
  const visible = useContext(VisibleToastsContext);
  const { dismissToast } = useToastController(TOASTER);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname) visible.turnPage(acts).forEach(dismissToast);
    shown.current = pathname;
  }, [pathname, visible, dismissToast]);
}

/** `about` names the subject: a later toast of the same subject replaces it. */
type Tell = (title: string, body?: ReactNode, options?: { lifetime?: number; about?: string }) => void;
export type Notify = Record<Intent, Tell> & {
  /** Dismisses the errors shown from here, after a retry succeeded. */
  settled: () => void;
  /** Dismisses the toast about a subject, because what it says holds no longer. */
  withdraw: (about: string) => void;
};

/** Returns stable functions that show a toast; it is read out and never takes the focus. */
export function useNotify(): Notify {
  const { dispatchToast, dismissToast } = useToastController(TOASTER);
  const visible = useContext(VisibleToastsContext);
  const by = useId();
  const count = useRef(0);
  return useMemo(() => {
    const settled = () => visible.settle(by).forEach(dismissToast);
    const notify =
      (kind: Intent): Tell =>
      (title, body = '', options) => {
        if (kind === 'success') settled();
        const id = `${by}${(count.current += 1)}`;
        const text = typeof body === 'string' ? `${title}\n${body}` : null;
        visible.add({ id, by, kind, text, about: options?.about, acts }).forEach(dismissToast);
        dispatchToast(<ToastCard intent={kind} title={title} body={body} />, {
          toastId: id,
          intent: kind,
          root: OUT_OF_TAB_ORDER,
          timeout: options?.lifetime ?? lifetimes[kind],
          politeness: kind === 'error' || kind === 'warning' ? 'assertive' : 'polite',
          onStatusChange: (_, { status }) => {
            if (status === 'dismissed' || status === 'unmounted') visible.forget(id);
          },
        });
      };
    return {
      success: notify('success'),
      info: notify('info'),
      warning: notify('warning'),
      error: notify('error'),
      settled,
      withdraw: (about) => visible.withdraw(about).forEach(dismissToast),
    };
  }, [dispatchToast, dismissToast, visible, by]);
}
