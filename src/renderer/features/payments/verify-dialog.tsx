import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { ImageOff24Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { Payment, PendingPayment } from '#contract/payments.ts';
import { formatMoney } from '#domain/money.ts';
import { paymentName, paymentMethodLabels } from '#domain/payments.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import { numberOf } from '#domain/transactions.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CautionNote } from '#renderer/ui/caution-note.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { FactRows, type FactRow } from '#renderer/ui/fact-rows.tsx';
import { RefusedText } from '#renderer/ui/refused-text.tsx';
import { SubmitForm } from '#renderer/ui/submit-form.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { focusRing, palette, type, windows } from '#renderer/ui/theme.ts';
import { useScrolls } from '#renderer/ui/use-scrolls.ts';
import { SendButton } from '#renderer/ui/unsaved-dialog.tsx';

const NOTES_MAX = 1000;

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 344px',
    // So that the form scrolls in a low window.
    gridTemplateRows: 'minmax(0, 1fr)',
    minHeight: 0,
    flexGrow: 1,
    // The facts come first, so that a phone shows what the screenshot must prove; all of it scrolls.
    [windows.phone]: { display: 'flex', flexDirection: 'column', overflowY: 'auto' },
    [windows.zoomed]: { gridTemplateColumns: 'minmax(0, 1fr) 384px' },
  },
  alone: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    [windows.zoomed]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  evidence: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    minHeight: 0,
    padding: '16px',
    borderRight: `1px solid ${palette.hairline}`,
    backgroundColor: palette.canvas,
    [windows.lowAndWide]: { alignItems: 'safe center', overflowY: 'auto' },
    [windows.phone]: { order: 1, flexShrink: 0, borderRightStyle: 'none' },
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
  },
  picture: {
    display: 'block',
    maxWidth: '100%',
    maxHeight: 'calc(100vh - 260px)',
    [windows.phone]: { maxHeight: '60vh' },
    // Too small to be read otherwise: its pane scrolls.
    [windows.low]: { maxHeight: 'none' },
    borderRadius: '4px',
    objectFit: 'contain',
  },
  broken: {
    ...type.body,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '8px',
    padding: '64px 16px',
    color: palette.text3,
  },
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    minHeight: 0,
    padding: '20px 24px',
    overflowY: 'auto',
    overflowWrap: 'anywhere',
    [windows.low]: { gap: '6px', padding: '4px 24px' },
    [windows.phone]: { flexShrink: 0, padding: '16px', overflowY: 'visible' },
  },
});

function Evidence({ payment, url }: { payment: Payment; url: string }) {
  const styles = useStyles();
  const [isBroken, setIsBroken] = useState(false);
  const [watch, scrolls] = useScrolls();
  return (
    <div
      ref={watch}
      className={styles.evidence}
      {...(scrolls ? { role: 'region', 'aria-label': 'Screenshot', tabIndex: 0 } : {})}
    >
      {isBroken ? (
        <p className={styles.broken}>
          <ImageOff24Regular aria-hidden="true" />
          The screenshot could not be loaded
        </p>
      ) : (
        <img
          src={url}
          alt={`Screenshot of the ${paymentName(payment)}`}
          className={styles.picture}
          onError={() => setIsBroken(true)}
        />
      )}
    </div>
  );
}

type Sale = Pick<PendingPayment['transaction'], 'transaction_number' | 'invoice_number' | 'customer_name'>;

function Facts({ payment, sale }: { payment: Payment; sale: Sale | undefined }) {
  const facts: FactRow[] = [
    ['Amount', <Text strong>{formatMoney(payment.amount, 'payment')}</Text>],
    ['Method', paymentMethodLabels[payment.method]],
    ['Reference', payment.reference_number],
    ['Transaction', sale && numberOf(sale)],
    ['Customer', sale && (sale.customer_name ?? 'Walk-in Customer')],
    ['Expected', payment.expected_date && formatDate(payment.expected_date)],
    ['Taken by', payment.created_by?.name],
    // Not those of whoever verifies, which are typed below.
    ['Seller’s note', payment.notes],
  ];
  return (
    <FactRows paired={payment.screenshot_url === null} facts={facts.filter(([, value]) => Boolean(value))} />
  );
}

type VerifyDialogProps = {
  payment: Payment;
  /** The payment's sale, where the page around the dialog does not show it. */
  sale?: Sale;
  busy: boolean;
  /** Why it can no longer be verified; what was typed stays. */
  refused: string | null;
  onVerify: (notes: string | null) => void;
  onClose: () => void;
};

/** Asks whether the money arrived, with the screenshot large beside the facts to compare. */
export function VerifyDialog({ payment, sale, busy, refused, onVerify, onClose }: VerifyDialogProps) {
  const styles = useStyles();
  const [notes, setNotes] = useState('');
  const amount = formatMoney(payment.amount, 'payment');
  const { screenshot_url: url, reference_used_in: used } = payment;
  const verify = () => onVerify(notes.trim() || null);
  return (
    <DialogShell
      open
      flush
      width={url ? 840 : 600}
      locked={busy}
      isDirty={notes.trim() !== ''}
      title="Verify payment"
      line={`Check that ${amount} arrived. It then counts as paid, verified by you.`}
      onClose={onClose}
      foot={
        <>
          <Button size="till" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <SendButton appearance="primary" busy={busy} disabled={refused !== null} onClick={verify}>
            {`Verify ${amount}`}
          </SendButton>
        </>
      }
    >
      <div className={mergeClasses(styles.columns, !url && styles.alone)}>
        {url ? <Evidence payment={payment} url={url} /> : null}
        <SubmitForm className={styles.form} disabled={busy || refused !== null} onSubmit={verify}>
          <Facts payment={payment} sale={sale} />
          {used ? (
            <CautionNote role="note">
              This reference was already used in {numberOf(used)}. Make sure that this is other money.
            </CautionNote>
          ) : null}
          <TextArea
            label="Notes"
            placeholder="Optional"
            rows={2}
            maxLength={NOTES_MAX}
            autoFocus
            value={notes}
            onChange={(event) => setNotes(event.target.value)}
          />
          <RefusedText>{refused}</RefusedText>
        </SubmitForm>
      </div>
    </DialogShell>
  );
}
