import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { account, newPasswordForm } from '#contract/account.ts';
import { PASSWORDS_DO_NOT_MATCH } from '#contract/staff.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { emptyForm, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { OpenCard, OpenLink, Refusal } from '#renderer/ui/open-card.tsx';
import { PasswordField } from '#renderer/ui/password-field.tsx';

const useStyles = makeStyles({ form: { marginTop: '22px' } });

const passwords = newPasswordForm.refine((values) => values.password === values.password_confirmation, {
  message: PASSWORDS_DO_NOT_MATCH,
  path: ['password_confirmation'],
});

const links = (
  <>
    <OpenLink to="/forgot-password">Ask for a new link</OpenLink>
    <OpenLink to="/login">Sign in</OpenLink>
  </>
);

const BROKEN = 'This link is not whole. Open it from the email again, or ask for a new one.';

type ResetPasswordFormProps = {
  /** From the link; null if the link lacks them. */
  token: string | null;
  email: string | null;
  onDone: () => void;
};

/** Sets a new password through the link of an email. */
export function ResetPasswordForm({ token, email, onDone }: ResetPasswordFormProps) {
  const styles = useStyles();
  const isWhole = Boolean(token && email);
  const [refusal, setRefusal] = useState<string | null>(isWhole ? null : BROKEN);
  const { run } = useRouteMutation(account.resetPassword, {
    done: 'Password updated',
    failed: 'Failed to update password',
  });
  const form = useContractForm(passwords, {
    values: emptyForm(passwords),
    send: async (values, { onError }) => {
      setRefusal(null);
      const body = { token: token ?? '', email: email ?? '', ...values };
      const answer = await run({ body }, (refused) => {
        if (refused.code !== 'reset_link_invalid') return onError(refused);
        setRefusal(refused.message);
        return null;
      });
      if (answer) onDone();
    },
  });
  return (
    <OpenCard title="Set a new password" line={email} links={links}>
      <Refusal>{refusal}</Refusal>
      {isWhole ? (
        <Form form={form.state} className={styles.form}>
          <PasswordField
            {...form.field('password')}
            label="New password"
            size={44}
            autoComplete="new-password"
            hint="At least 8 characters. A few words make a good one."
            autoFocus
          />
          <PasswordField
            {...form.field('password_confirmation')}
            label="Confirm new password"
            size={44}
            autoComplete="new-password"
          />
          <Button type="submit" appearance="primary" size="till" wide disabled={form.state.busy}>
            Set password
          </Button>
        </Form>
      ) : null}
    </OpenCard>
  );
}
