import { zodResolver } from '@hookform/resolvers/zod';
import { makeStyles } from '@fluentui/react-components';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { changePasswordForm, PASSWORDS_DO_NOT_MATCH } from '#contract/staff.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { PasswordField } from '#renderer/ui/password-field.tsx';

const passwords = changePasswordForm.refine(
  (values) => values.new_password === values.new_password_confirmation,
  { message: PASSWORDS_DO_NOT_MATCH, path: ['new_password_confirmation'] },
);
export type ChangePasswordValues = z.output<typeof passwords>;

const empty: ChangePasswordValues = {
  current_password: '',
  new_password: '',
  new_password_confirmation: '',
};

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
});

export type ChangePasswordDialogProps = {
  open: boolean;
  onClose: () => void;
  /** Returns the server's field errors, or null when the password is changed. */
  onSubmit: (values: ChangePasswordValues) => Promise<Record<string, string> | null>;
};

function ChangePasswordForm({ onClose, onSubmit }: Omit<ChangePasswordDialogProps, 'open'>) {
  const styles = useStyles();
  const formId = useId();
  const { register, handleSubmit, setError, formState } = useForm<ChangePasswordValues>({
    resolver: zodResolver(passwords),
    defaultValues: empty,
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    const refused = await onSubmit(values);
    if (!refused) {
      onClose();
      return;
    }
    for (const [field, message] of Object.entries(refused)) {
      setError(field in empty ? (field as keyof ChangePasswordValues) : 'current_password', { message });
    }
  });
  return (
    <DialogShell
      open
      onClose={onClose}
      locked={isSubmitting}
      width={480}
      title="Change Password"
      line="The new one needs at least 8 characters."
      foot={
        <>
          <Button size="till" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button size="till" appearance="primary" type="submit" form={formId} disabled={isSubmitting}>
            {isSubmitting ? 'Changing…' : 'Change Password'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <PasswordField
          {...register('current_password')}
          label="Current password"
          size={44}
          autoComplete="current-password"
          autoFocus
          error={errors.current_password?.message}
        />
        <PasswordField
          {...register('new_password')}
          label="New password"
          size={44}
          autoComplete="new-password"
          error={errors.new_password?.message}
        />
        <PasswordField
          {...register('new_password_confirmation')}
          label="Confirm new password"
          size={44}
          autoComplete="new-password"
          error={errors.new_password_confirmation?.message}
        />
      </form>
    </DialogShell>
  );
}

/** Changes one's own password; each opening starts with empty fields. */
export function ChangePasswordDialog({ open, ...rest }: ChangePasswordDialogProps) {
  return open ? <ChangePasswordForm {...rest} /> : null;
}
