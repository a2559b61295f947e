import { makeStyles } from '@fluentui/react-components';
import { changePasswordForm, PASSWORDS_DO_NOT_MATCH, staff } from '#contract/staff.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { emptyForm, useContractForm, type ContractForm } from '#renderer/lib/use-contract-form.ts';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { PasswordField } from '#renderer/ui/password-field.tsx';

const useStyles = makeStyles(fieldGrid);

const passwords = changePasswordForm.refine(
  (values) => values.new_password === values.new_password_confirmation,
  { message: PASSWORDS_DO_NOT_MATCH, path: ['new_password_confirmation'] },
);

/** The form for changing one's own password; calls `onChanged` on success. */
export function useChangePasswordForm(onChanged: () => Promise<void>) {
  const { run } = useRouteMutation(staff.updatePassword, {
    done: 'Password updated',
    failed: 'Failed to update password',
  });
  return useContractForm(passwords, {
    values: emptyForm(passwords),
    send: async (body, { onError }) => {
      if (await run({ body }, onError)) await onChanged();
    },
  });
}

/** The present password, and the new one twice: side by side in a dialog. */
export function ChangePasswordFields({ form }: { form: ContractForm<typeof passwords> }) {
  const styles = useStyles();
  return (
    <>
      <PasswordField
        {...form.field('current_password')}
        className={styles.whole}
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
    </>
  );
}
