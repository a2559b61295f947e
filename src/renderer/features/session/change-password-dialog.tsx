import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { ChangePasswordFields, useChangePasswordForm } from './change-password-fields.tsx';

type ChangePasswordDialogProps = { onClose: () => void };

export function ChangePasswordDialog({ onClose }: ChangePasswordDialogProps) {
  const form = useChangePasswordForm(() => Promise.resolve(onClose()));
  return (
    <FormDialog
      form={form.state}
      title="Change Password"
      line="The new one needs at least 8 characters."
      pairs
      submitLabel="Change Password"
      onClose={onClose}
    >
      <ChangePasswordFields form={form} />
    </FormDialog>
  );
}
