import { makeStyles } from '@fluentui/react-components';
import { useState, type FormEvent } from 'react';
import { z } from '#contract/zod.ts';
import { loginForm } from '#contract/staff.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { OpenCard, OpenLink, Refusal } from '#renderer/ui/open-card.tsx';
import { PasswordField } from '#renderer/ui/password-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { windows } from '#renderer/ui/theme.ts';

/** The contract's rules; the form also refuses addresses that pass them but no mail server would accept. */
const credentials = loginForm.extend({
  email: loginForm.shape.email.pipe(z.email('Invalid email')),
  remember: z.boolean(),
});
type LoginValues = z.output<typeof credentials>;

type Errors = { [name in keyof LoginValues]?: string[] | undefined };

/** Returns what is typed, and the errors of each field. */
function check(form: HTMLFormElement): { values: LoginValues | undefined; errors: Errors } {
  const typed = new FormData(form);
  const { data, error } = credentials.safeParse({
    email: typed.get('email'),
    password: typed.get('password'),
    remember: typed.has('remember'),
  });
  return { values: data, errors: error ? z.flattenError(error).fieldErrors : {} };
}

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column' },
  email: { marginTop: '22px', [windows.zoomed]: { marginTop: '12px' } },
  password: { marginTop: '18px' },
  remember: {
    margin: '16px 0',
    [windows.zoomed]: { margin: '12px 0' },
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
  },
  submit: { fontSize: '16px', lineHeight: '24px' },
});

type LoginFormProps = {
  onSubmit: (values: LoginValues) => Promise<void>;
  /** The server's refusal; shown above the fields until the next try. */
  error: string | null;
  busy: boolean;
  /** True in the till program: devices and server can be set up before the sign-in. */
  hasTill?: boolean;
  /** What somebody should do about this computer. */
  notice?: string | null;
};

/**
 * The sign-in card: checks the two fields, submits them, shows a refusal. Without react-hook-form, for which the first
 * page would wait.
 */
export function LoginForm({ onSubmit, error, busy, hasTill = false, notice = null }: LoginFormProps) {
  const styles = useStyles();
  const [errors, setErrors] = useState<Errors>({});
  const [isTried, setTried] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { values, errors: found } = check(event.currentTarget);
    setTried(true);
    setErrors(found);
    if (values) void onSubmit(values);
    else event.currentTarget.querySelector<HTMLInputElement>(`[name=${Object.keys(found)[0]}]`)?.focus();
  };
  return (
    <OpenCard
      title="Sign in"
      line="Use your staff email and password."
      links={
        <>
          <OpenLink to="/support">Contact support</OpenLink>
          {hasTill ? <OpenLink to="/device">This Till</OpenLink> : null}
        </>
      }
    >
      <form
        noValidate
        className={styles.form}
        onSubmit={submit}
        onChange={(event) => isTried && setErrors(check(event.currentTarget).errors)}
      >
        <Refusal>{error ?? notice}</Refusal>
        <TextField
          name="email"
          className={styles.email}
          label="Email"
          type="email"
          size={44}
          autoComplete="username"
          autoFocus
          error={errors.email?.[0]}
        />
        <PasswordField
          name="password"
          className={styles.password}
          label="Password"
          size={44}
          autoComplete="current-password"
          error={errors.password?.[0]}
        />
        <div className={styles.remember}>
          <Checkbox name="remember" label="Remember me" />
          <OpenLink to="/forgot-password">Forgot password</OpenLink>
        </div>
        <Button className={styles.submit} type="submit" appearance="primary" size="till" wide disabled={busy}>
          {busy ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
    </OpenCard>
  );
}
