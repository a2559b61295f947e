import { makeStyles } from '@fluentui/react-components';
import { Print20Regular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import { badgeForm, pins } from '#contract/approvals.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { useLabelPrinting } from '#renderer/lib/use-label-printing.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { PasswordField } from '#renderer/ui/password-field.tsx';
import { QrCode } from '#renderer/ui/qr-code.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { useFirstFocus } from '#renderer/ui/use-first-focus.ts';
import { useReturnFocus } from '#renderer/ui/use-return-focus.ts';
import { SendButton } from '#renderer/ui/unsaved-dialog.tsx';

const useStyles = makeStyles({
  code: { width: '200px', height: '200px', color: palette.text1 },
  note: { ...type.body, margin: 0, color: palette.text2, textAlign: 'center' },
});

type MakeBadgeDialogProps = { name: string; shopName: string; hasBadge: boolean; onClose: () => void };

/** Makes a badge for the person signed in; it is shown only once. */
export function MakeBadgeDialog(props: MakeBadgeDialogProps) {
  const { hasBadge, onClose } = props;
  // One dialog replaces the other: both return the focus to the element that opened the first.
  useReturnFocus(true);
  const [badge, setBadge] = useState<string | null>(null);
  const { run } = useRouteMutation(pins.makeBadge, { failed: 'Failed to create badge' });
  const form = useContractForm(badgeForm, {
    values: { current_password: '' },
    send: async (body, { onError }) => {
      const made = await run({ body }, onError);
      if (made) setBadge(made.badge);
    },
  });
  if (badge !== null) return <NewBadge {...props} badge={badge} />;
  return (
    <FormDialog
      form={form.state}
      title={hasBadge ? 'Replace badge' : 'Create badge'}
      line={
        hasBadge ? 'The badge that you have is voided.' : 'A code that a scanner reads in the place of a PIN.'
      }
      submitLabel={hasBadge ? 'Replace badge' : 'Create badge'}
      onClose={onClose}
    >
      <PasswordField
        {...form.field('current_password')}
        label="Current password"
        size={44}
        autoComplete="current-password"
        autoFocus
      />
    </FormDialog>
  );
}

function NewBadge({ badge, name, shopName, onClose }: MakeBadgeDialogProps & { badge: string }) {
  const styles = useStyles();
  const print = useLabelPrinting();
  const first = useRef<HTMLButtonElement>(null);
  useFirstFocus(first);
  const label = { shop_name: shopName, product: name, variation: '', price: null, numbers: [], code: badge };
  return (
    <DialogShell
      open
      width={480}
      title="Your badge"
      onClose={onClose}
      foot={
        <>
          <Button size="till" onClick={onClose}>
            Done
          </Button>
          <SendButton
            ref={first}
            appearance="primary"
            icon={<Print20Regular />}
            onClick={() => void print([label])}
          >
            Print label
          </SendButton>
        </>
      }
    >
      <Stack gap={16} align="center">
        <QrCode data={badge} label={`Badge of ${name}`} className={styles.code} />
        <Text as="p" size="bodyStrong">
          {name}
        </Text>
        <p className={styles.note}>
          It is shown this once. Print it and keep it with you: whoever has it approves in your name.
        </p>
      </Stack>
    </DialogShell>
  );
}
