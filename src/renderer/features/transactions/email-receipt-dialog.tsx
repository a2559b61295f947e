import { Spinner, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { transactions } from '#contract/transactions.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

const useStyles = makeStyles({ form: { display: 'block' } });
const { email: emailAddress } = transactions.emailReceipt.body.shape;
const FORM = 'email-receipt';

type EmailReceiptDialogProps = {
  number: string;
  /** The customer's, if one is known. */
  proposed: string | null;
  busy: boolean;
  /** Answers the field's error, or null when the receipt is on its way. */
  onSend: (email: string) => Promise<Record<string, string> | null>;
  onClose: () => void;
};

/** Asks where a receipt goes. */
export function EmailReceiptDialog({ number, proposed, busy, onSend, onClose }: EmailReceiptDialogProps) {
  const styles = useStyles();
  const [email, setEmail] = useState(proposed ?? '');
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (!emailAddress.safeParse(address).success) return setError('Invalid email format');
    const refused = await onSend(address);
    if (refused) setError(refused.email ?? null);
    else onClose();
  };
  return (
    <DialogShell
      open
      width={480}
      locked={busy}
      title={`Email receipt ${number}`}
      onClose={onClose}
      foot={
        <>
          <Button size="till" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            size="till"
            appearance="primary"
            type="submit"
            form={FORM}
            icon={busy ? <Spinner size="tiny" appearance="inverted" /> : undefined}
            disabled={busy}
          >
            Send Receipt
          </Button>
        </>
      }
    >
      <form id={FORM} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Email"
          type="email"
          size={44}
          maxLength={255}
          value={email}
          error={error}
          onChange={(event) => {
            setEmail(event.target.value);
            setError(null);
          }}
        />
      </form>
    </DialogShell>
  );
}
