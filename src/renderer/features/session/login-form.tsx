import { zodResolver } from '@hookform/resolvers/zod';
import { makeStyles } from '@fluentui/react-components';
import { ErrorCircle20Filled } from '@fluentui/react-icons';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { z } from '#contract/zod.ts';
import { loginForm } from '#contract/staff.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { PasswordField } from '#renderer/ui/password-field.tsx';
import { ShopLogo } from '#renderer/ui/shop-logo.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { focusRing, palette, tones, type } from '#renderer/ui/theme.ts';

/** The contract's rules; of an address that it lets pass, the form still refuses what no mail server would take. */
const credentials = loginForm.extend({
  email: loginForm.shape.email.pipe(z.email('Invalid email')),
  remember: z.boolean(),
});
export type LoginValues = z.output<typeof credentials>;

const useStyles = makeStyles({
  page: {
    display: 'grid',
    placeItems: 'center',
    boxSizing: 'border-box',
    minHeight: '100vh',
    padding: '24px',
    backgroundColor: palette.canvas,
  },
  card: {
    boxSizing: 'border-box',
    width: '100%',
    maxWidth: '400px',
    padding: '32px',
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
    color: palette.text1,
  },
  brand: {
    ...type.dialogTitle,
    letterSpacing: '-0.01em',
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
  },
  title: { ...type.pageTitle, margin: '24px 0 0' },
  line: { ...type.body, margin: '2px 0 0', color: palette.text3 },
  form: { display: 'flex', flexDirection: 'column' },
  refusal: {
    ...type.bodyStrong,
    display: 'flex',
    gap: '8px',
    margin: '16px 0 0',
    padding: '10px 12px',
    borderRadius: '8px',
    backgroundColor: tones.red[0],
    color: tones.red[1],
  },
  email: { marginTop: '22px' },
  password: { marginTop: '18px' },
  remember: { margin: '16px 0', display: 'flex' },
  submit: { fontSize: '16px', lineHeight: '24px' },
  refusalIcon: { flexShrink: 0 },
  till: {
    ...type.label,
    display: 'block',
    width: 'fit-content',
    margin: '16px auto 0',
    padding: '4px 8px',
    borderRadius: '4px',
    color: palette.text3,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': focusRing,
  },
});

export type LoginFormProps = {
  onSubmit: (values: LoginValues) => Promise<void>;
  /** Why the server refused; stands above the fields until the next try. */
  error: string | null;
  busy: boolean;
  /** The till program: its devices and its server can be set up before anybody signs in. */
  hasTill?: boolean;
};

/** The sign-in card: checks the two fields, hands them on, shows a refusal. */
export function LoginForm({ onSubmit, error, busy, hasTill = false }: LoginFormProps) {
  const styles = useStyles();
  const { register, handleSubmit, formState } = useForm<LoginValues>({
    resolver: zodResolver(credentials),
    defaultValues: { email: '', password: '', remember: false },
  });
  const { errors } = formState;
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <ShopLogo size="card" />
          Tindahan
        </div>
        <h1 className={styles.title}>Sign in</h1>
        <p className={styles.line}>Use your staff email and password.</p>
        <form noValidate className={styles.form} onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
          <div role="alert">
            {error ? (
              <p className={styles.refusal}>
                <ErrorCircle20Filled className={styles.refusalIcon} aria-hidden="true" />
                {error}
              </p>
            ) : null}
          </div>
          <TextField
            {...register('email')}
            className={styles.email}
            label="Email"
            type="email"
            size={40}
            autoComplete="username"
            autoFocus
            error={errors.email?.message}
          />
          <PasswordField
            {...register('password')}
            className={styles.password}
            label="Password"
            size={40}
            autoComplete="current-password"
            error={errors.password?.message}
          />
          <div className={styles.remember}>
            <Checkbox {...register('remember')} label="Remember me" />
          </div>
          <Button
            className={styles.submit}
            type="submit"
            appearance="primary"
            size="till"
            wide
            disabled={busy}
          >
            {busy ? 'Signing in…' : 'Sign in'}
          </Button>
        </form>
        {hasTill ? (
          <Link to="/device" className={styles.till}>
            This till
          </Link>
        ) : null}
      </div>
    </main>
  );
}
