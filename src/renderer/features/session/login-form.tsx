import { zodResolver } from '@hookform/resolvers/zod';
import { makeStyles } from '@fluentui/react-components';
import { useForm } from 'react-hook-form';
import { z } from '#contract/zod.ts';
import { loginForm } from '#contract/staff.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { OpenCard, OpenLink, Refusal } from '#renderer/ui/open-card.tsx';
import { PasswordField } from '#renderer/ui/password-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

/** The contract's rules; the form also refuses addresses that pass them but no mail server would accept. */
const credentials = loginForm.extend({
  email: loginForm.shape.email.pipe(z.email('Invalid email')),
  remember: z.boolean(),
});
type LoginValues = z.output<typeof credentials>;

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column' },
  email: { marginTop: '22px' },
  password: { marginTop: '18px' },
  remember: { margin: '16px 0', display: 'flex', justifyContent: 'space-between', alignItems: 'center' },
  submit: { fontSize: '16px', lineHeight: '24px' },
});

type LoginFormProps = {
  onSubmit: (values: LoginValues) => Promise<void>;
  /** The server's refusal; shown above the fields until the next try. */
  error: string | null;
  busy: boolean;
  /** True in the till program: devices and server can be set up before the sign-in. */
  hasTill?: boolean;
};

/** The sign-in card: checks the two fields, submits them, shows a refusal. */
export function LoginForm({ onSubmit, error, busy, hasTill = false }: LoginFormProps) {
  const styles = useStyles();
  const { register, handleSubmit, formState } = useForm<LoginValues>({
    resolver: zodResolver(credentials),
    defaultValues: { email: '', password: '', remember: false },
  });
  const { errors } = formState;
  return (
    <OpenCard
      title="Sign in"
      line="Use your staff email and password."
      links={
        <>
          <OpenLink to="/support">Contact support</OpenLink>
          {hasTill ? <OpenLink to="/device">This till</OpenLink> : null}
        </>
      }
    >
      <form noValidate className={styles.form} onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
        <Refusal>{error}</Refusal>
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
          <OpenLink to="/forgot-password">Forgot password</OpenLink>
        </div>
        <Button className={styles.submit} type="submit" appearance="primary" size="till" wide disabled={busy}>
          {busy ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
    </OpenCard>
  );
}
