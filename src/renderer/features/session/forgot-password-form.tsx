import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { account, forgotPasswordForm } from '#contract/account.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { OpenCard, OpenLink } from '#renderer/ui/open-card.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { palette, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  form: { marginTop: '22px' },
  sent: { ...type.body, margin: '16px 0 0', color: palette.text2, overflowWrap: 'anywhere' },
});

const back = <OpenLink to="/login">Back to sign in</OpenLink>;

/** Asks for a reset link by email; the answer is the same for every address. */
export function ForgotPasswordForm() {
  const styles = useStyles();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { run } = useRouteMutation(account.forgotPassword, { failed: 'The link could not be asked for' });
  const form = useContractForm(forgotPasswordForm, {
    values: { email: '' },
    send: async (body, { onError }) => {
      if (await run({ body }, onError)) setSentTo(body.email);
    },
  });
  if (sentTo !== null) {
    return (
      <OpenCard title="Check your email" links={back}>
        <div role="status">
          <p className={styles.sent}>
            If somebody works here as {sentTo}, a link to set a new password is on its way. It works once, for
            an hour.
          </p>
          <p className={styles.sent}>
            Nothing came? Look among the spam, or ask a manager to give you a temporary password.
          </p>
        </div>
      </OpenCard>
    );
  }
  return (
    <OpenCard title="Forgot password" line="We send you a link to set a new one." links={back}>
      <Form form={form.state} className={styles.form}>
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          size={44}
          autoComplete="username"
          autoFocus
        />
        <Button type="submit" appearance="primary" size="till" wide disabled={form.state.busy}>
          Send link
        </Button>
      </Form>
    </OpenCard>
  );
}
