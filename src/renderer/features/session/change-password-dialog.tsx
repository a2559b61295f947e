import { changePasswordForm, PASSWORDS_DO_NOT_MATCH, staff } from '#contract/staff.ts';
import { useChange } from '#renderer/lib/use-change.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { PasswordField } from '#renderer/ui/password-field.tsx';

const passwords = changePasswordForm.refine(
  (values) => values.new_password === values.new_password_confirmation,
  { message: PASSWORDS_DO_NOT_MATCH, path: ['new_password_confirmation'] },
);

export type ChangePasswordDialogProps = {
  onClose: () => void;
  /** It was changed: who is signed in may be somebody who had to. */
  onChanged: () => Promise<void>;
};

/** Changes one's own password. */
export function ChangePasswordDialog({ onClose, onChanged }: ChangePasswordDialogProps) {
  const { run } = useChange(staff.updatePassword, {
    done: 'Password updated',
    failed: 'Failed to update password',
  });
  const form = useContractForm(passwords, {
    values: { current_password: '', new_password: '', new_password_confirmation: '' },
    send: async (body, { tell }) => {
      if (!(await run({ body }, tell))) return;
      await onChanged();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form.state}
      title="Change Password"
      line="The new one needs at least 8 characters."
      submitLabel="Change Password"
      onClose={onClose}
    >
      <PasswordField
        {...form.field('current_password')}
        label="Current password"
        size={44}
        autoComplete="current-password"
        autoFocus
      />
      <PasswordField
        {...form.field('new_password')}
        label="New password"
        size={44}
        autoComplete="new-password"
      />
      <PasswordField
        {...form.field('new_password_confirmation')}
        label="Confirm new password"
        size={44}
        autoComplete="new-password"
      />
    </FormDialog>
  );
}
