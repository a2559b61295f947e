import { makeStyles, PortalMountNodeProvider } from '@fluentui/react-components';
import { useEffect, useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { ApiError } from '#contract/errors.ts';
import { isPin } from '#domain/approvals.ts';
import { api } from '#renderer/lib/api.ts';
import { ServerUnreachable } from '#renderer/lib/api-client.ts';
import { errorTextFor } from '#renderer/lib/failures.ts';
import { useShownTitle } from '#renderer/lib/page-title.ts';
import { takeBadges, takeScans } from '#renderer/lib/scans.ts';
import { till } from '#renderer/lib/till.ts';
import { soundDone, soundError } from '#renderer/lib/sound.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { PasswordField } from '#renderer/ui/password-field.tsx';
import { ShopLogo } from '#renderer/ui/shop-logo.tsx';
import { palette, type, windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  screen: {
    display: 'grid',
    placeItems: 'center',
    boxSizing: 'border-box',
    width: '100vw',
    maxWidth: 'none',
    height: '100vh',
    maxHeight: 'none',
    margin: 0,
    padding: '24px',
    border: 'none',
    // Opaque, so that nothing beneath is legible.
    backgroundColor: palette.canvas,
    color: palette.text1,
  },
  card: {
    boxSizing: 'border-box',
    width: '100%',
    maxWidth: '480px',
    padding: '32px',
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
  },
  /** Takes no room beside the card. */
  dialogs: { position: 'absolute' },
  title: { ...type.pageTitle, margin: '24px 0 0' },
  line: { ...type.body, margin: '4px 0 20px', color: palette.text2 },
  /** Leaves room for an error line between the field and the buttons. */
  form: { display: 'flex', flexDirection: 'column', gap: '24px' },
  others: {
    display: 'flex',
    gap: '8px',
    marginLeft: 'auto',
    // A row of their own, as wide as the primary above.
    [windows.phone]: { flexBasis: '100%', '& > button': { flexGrow: 1 } },
  },
  unlock: { [windows.phone]: { flexGrow: 1 } },
});

/** Keeps dialogs beneath from hiding it from assistive technology. */
const NEVER_HIDDEN = { 'data-tabster-never-hide': '' };

type Proof = NonNullable<Parameters<typeof api.staff.unlock>[0]['body']>;

/** Asks the till itself, which knows what the server accepted from its cashier since they signed in. */
function unlockHere({ pin, badge, current_password = '' }: Proof) {
  const [kind, secret] = pin
    ? (['pin', pin] as const)
    : badge
      ? (['badge', badge] as const)
      : (['password', current_password] as const);
  return till.lock.unlock({ kind, secret });
}

type LockScreenProps = {
  /** The name of the till's cashier. */
  name: string;
  onUnlocked: () => void;
  onChangeCashier: () => void;
  onLogout: () => void;
  /** The lock's own dialogs. */
  children: ReactNode;
};

/** Covers the whole till until its cashier returns or another one takes over; the page beneath stays as it was. */
export function LockScreen({ name, onUnlocked, onChangeCashier, onLogout, children }: LockScreenProps) {
  const styles = useStyles();
  const screen = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [mount, setMount] = useState<HTMLElement | null>(null);
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useLayoutEffect(() => {
    const dialog = screen.current;
    // A modal in the browser's top layer puts other open dialogs out of reach.
    dialog?.showModal();
    field.current?.focus();
    return () => dialog?.close();
  }, []);

  const show = async (proof: Proof) => {
    setBusy(true);
    setProblem(null);
    try {
      await api.staff.unlock({ body: proof });
      soundDone();
      onUnlocked();
    } catch (error) {
      const away = error instanceof ServerUnreachable ? await unlockHere(proof) : null;
      if (away?.reason === null) {
        soundDone();
        return onUnlocked();
      }
      const said = away?.reason ?? Object.values((error as Partial<ApiError>).fields ?? {})[0]?.[0];
      const { title, body } = errorTextFor(error, 'Still locked');
      setProblem(said ?? body ?? title);
      setSecret('');
      soundError();
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  const badge = useLatest((code: string) => void show({ badge: code }));
  useEffect(() => takeBadges((code) => badge.current(code)), [badge]);
  useEffect(() => takeScans(soundError), []);
  useShownTitle('Locked', '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (secret === '') setProblem('Enter your PIN or password');
    else void show(isPin(secret.trim()) ? { pin: secret.trim() } : { current_password: secret });
  };
  return (
    <dialog
      ref={screen}
      {...NEVER_HIDDEN}
      // Explicit for code that looks for open dialogs by their role.
      role="dialog"
      className={styles.screen}
      aria-label="Locked"
      onKeyDown={(event) => {
        // No key reaches the page beneath, and Esc does not close the lock.
        event.stopPropagation();
        if (event.key === 'Escape') event.preventDefault();
      }}
      onCancel={(event) => event.preventDefault()}
    >
      <PortalMountNodeProvider value={mount ?? undefined}>
        <div className={styles.card}>
          <ShopLogo size="card" />
          <h1 className={styles.title}>{name}</h1>
          <p className={styles.line}>This till is locked. Scan your badge, or enter your PIN or password.</p>
          <form noValidate className={styles.form} onSubmit={submit}>
            <PasswordField
              ref={field}
              label="PIN or password"
              size={44}
              autoComplete="off"
              value={secret}
              error={problem}
              onChange={(event) => {
                setSecret(event.target.value);
                setProblem(null);
              }}
            />
            <Row gap={8} wraps>
              <Button
                size="till"
                appearance="primary"
                type="submit"
                busy={busy}
                keyCap="Enter"
                className={styles.unlock}
              >
                Unlock
              </Button>
              <span className={styles.others}>
                <Button size="till" disabled={busy} onClick={onChangeCashier}>
                  Change cashier
                </Button>
                <Button size="till" disabled={busy} onClick={onLogout}>
                  Logout
                </Button>
              </span>
            </Row>
          </form>
        </div>
        <div ref={setMount} className={styles.dialogs} />
        {mount ? children : null}
      </PortalMountNodeProvider>
    </dialog>
  );
}
