import { makeStyles } from '@fluentui/react-components';
import { Button } from '#renderer/ui/button.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { OpenCard } from '#renderer/ui/open-card.tsx';
import { ChangePasswordFields, useChangePasswordForm } from './change-password-fields.tsx';

const useStyles = makeStyles({ form: { marginTop: '22px', gap: '28px' } });

type FirstPasswordFormProps = {
  onChanged: () => Promise<void>;
  onLogout: () => void;
};

/** Replaces a password given by somebody else; required before anything else. */
export function FirstPasswordForm({ onChanged, onLogout }: FirstPasswordFormProps) {
  const styles = useStyles();
  const form = useChangePasswordForm(onChanged);
  return (
    <OpenCard
      title="Change Password"
      line="Somebody gave you this password. Choose one of your own, of at least 8 characters, to go on."
      links={
        <Button appearance="subtle" onClick={onLogout}>
          Logout
        </Button>
      }
    >
      <Form form={form.state} className={styles.form}>
        <ChangePasswordFields form={form} />
        <Button type="submit" appearance="primary" size="till" wide disabled={form.state.busy}>
          Change Password
        </Button>
      </Form>
    </OpenCard>
  );
}
