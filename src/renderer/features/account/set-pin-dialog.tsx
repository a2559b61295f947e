import { pinForm, pins, PINS_DO_NOT_MATCH } from '#contract/approvals.ts';
import { z } from '#contract/zod.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { emptyForm, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { PasswordField } from '#renderer/ui/password-field.tsx';

const typedTwice = pinForm
  .extend({ again: z.string().trim() })
  .refine(({ pin, again }) => pin === again, { message: PINS_DO_NOT_MATCH, path: ['again'] });

/** Sets one's own PIN, or another one. */
export function SetPinDialog({ hasPin, onClose }: { hasPin: boolean; onClose: () => void }) {
  const { run } = useRouteMutation(pins.setPin, { done: 'PIN set', failed: 'Failed to set the PIN' });
  const form = useContractForm(typedTwice, {
    values: emptyForm(typedTwice),
    send: async ({ current_password, pin }, { onError }) => {
      if (await run({ body: { current_password, pin } }, onError)) onClose();
    },
  });
  const digits = { size: 44, inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <FormDialog
      form={form.state}
      title={hasPin ? 'Change PIN' : 'Set a PIN'}
      line="Six digits that nobody else knows."
      submitLabel={hasPin ? 'Change PIN' : 'Set PIN'}
      onClose={onClose}
    >
      <PasswordField
        {...form.field('current_password')}
        label="Current password"
        size={44}
        autoComplete="current-password"
        autoFocus
      />
      <PasswordField {...form.field('pin')} label="PIN" {...digits} />
      <PasswordField {...form.field('again')} label="PIN again" {...digits} />
    </FormDialog>
  );
}
