import {
  Toast,
  ToastTrigger,
  Toaster,
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
import { createContext, useContext, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { ReactElement, ReactNode, RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './button.tsx';
import { palette, shadows, sizes, tones, type } from './theme.ts';

const TOASTER = 'tindahan';
/** Fluent adds 16 above each toast: the first one ends up 8 below the bar. */
const TOP = sizes.topBar + 8 - 16;
const PAGE_EDGE = 32;

const useStyles = makeStyles({
  /** Over dialogs, which Fluent puts at 1000000. */
  region: { position: 'relative', zIndex: 1_000_001 },
  toaster: { position: 'fixed', width: `${sizes.toast}px` },
  toast: {
    gridTemplateColumns: '20px 1fr 32px',
    columnGap: '12px',
    padding: '12px 12px 12px 16px',
    border: `1px solid ${palette.hairline}`,
    boxShadow: shadows.floating,
    fontWeight: 400,
  },
  title: { ...type.body, fontWeight: 600, color: palette.text1, overflowWrap: 'anywhere' },
  body: { ...type.body, color: palette.text2, overflowWrap: 'anywhere' },
  close: { marginTop: '-4px', marginLeft: '8px', marginRight: '-8px' },
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

/** Milliseconds; what went wrong stays longer than what went well. */
const lifetimes: Record<Intent, number> = { success: 4000, info: 5000, warning: 8000, error: 8000 };

function ToastCard({ intent, title, body }: { intent: Intent; title: string; body?: ReactNode }) {
  const styles = useStyles();
  return (
    <Toast className={styles.toast}>
      <span className={styles[intent]} aria-hidden="true">
        {icons[intent]}
      </span>
      <div>
        <div className={styles.title}>{title}</div>
        {body ? <div className={styles.body}>{body}</div> : null}
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
 * A modal dialog hides whatever stands beside it in the document from those who hear it, but for what bears this mark
 * (react-tabster's useDangerousNeverHidden, which Fluent does not pass on).
 */
const NEVER_HIDDEN = { 'data-tabster-never-hide': '' };

const ToastEdge = createContext<(edge: number | null) => void>(() => undefined);

/** The ids of the toasts that say what went well, as far as they may still stand. */
const QuietToasts = createContext<RefObject<Set<string>>>({ current: new Set() });

/** Mount once, inside FluentProvider: holds the one toaster, top right below the top bar. */
export function ToastHost({ children }: { children: ReactNode }) {
  const [edge, setEdge] = useState<number | null>(null);
  const quiet = useRef(new Set<string>());
  const styles = useStyles();
  const themeClass = useThemeClassName();
  return (
    <ToastEdge value={setEdge}>
      <QuietToasts value={quiet}>{children}</QuietToasts>
      {createPortal(
        <section
          aria-label="Notifications"
          className={mergeClasses(themeClass, styles.region)}
          {...NEVER_HIDDEN}
        >
          <Toaster
            inline
            className={styles.toaster}
            toasterId={TOASTER}
            position="top-end"
            offset={{ horizontal: edge ?? PAGE_EDGE, vertical: TOP }}
            limit={4}
            pauseOnHover
          />
        </section>,
        document.body,
      )}
    </ToastEdge>
  );
}

/** While mounted, toasts keep `pixels` from the right edge: the till gives its cart's width plus 16. */
export function useToastEdge(pixels: number): void {
  const setEdge = useContext(ToastEdge);
  useEffect(() => {
    setEdge(pixels);
    return () => setEdge(null);
  }, [pixels, setEdge]);
}

/** Sends away what went well before a dialog opens, so that it does not cover its title; what went wrong stays. */
export function useQuietToastsLeave(isOpen: boolean): void {
  const quiet = useContext(QuietToasts);
  const { dismissToast } = useToastController(TOASTER);
  const leave = useRef(dismissToast);
  useEffect(() => {
    leave.current = dismissToast;
  });
  useEffect(() => {
    if (!isOpen) return;
    for (const toastId of quiet.current) leave.current(toastId);
    quiet.current.clear();
  }, [isOpen, quiet]);
}

type Tell = (title: string, body?: ReactNode, options?: { lifetime?: number }) => void;
export type Notify = Record<Intent, Tell>;

/** Stable functions that show a toast; it is read out and never takes the focus. */
export function useNotify(): Notify {
  const { dispatchToast } = useToastController(TOASTER);
  const quiet = useContext(QuietToasts);
  const name = useId();
  const count = useRef(0);
  return useMemo(() => {
    const notify =
      (intent: Intent): Tell =>
      (title, body, options) => {
        const isLoud = intent === 'error' || intent === 'warning';
        const toastId = `${name}${(count.current += 1)}`;
        if (!isLoud) quiet.current.add(toastId);
        dispatchToast(<ToastCard intent={intent} title={title} body={body} />, {
          toastId,
          intent,
          timeout: options?.lifetime ?? lifetimes[intent],
          politeness: isLoud ? 'assertive' : 'polite',
          onStatusChange: (_, { status }) => {
            if (status === 'unmounted') quiet.current.delete(toastId);
          },
        });
      };
    return {
      success: notify('success'),
      info: notify('info'),
      warning: notify('warning'),
      error: notify('error'),
    };
  }, [dispatchToast, quiet, name]);
}
