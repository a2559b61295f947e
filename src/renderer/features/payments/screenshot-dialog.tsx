import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import type { Payment } from '#contract/payments.ts';
import { formatMoney } from '#domain/money.ts';
import { paymentMethodLabels } from '#domain/payments.ts';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { palette, windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  frame: {
    display: 'flex',
    justifyContent: 'center',
    minHeight: '240px',
    // To the edges of the dialog.
    margin: '-20px -24px -28px',
    [windows.low]: { margin: '-12px -24px -24px' },
    [windows.phone]: { margin: '-16px -16px -28px' },
    padding: '16px',
    backgroundColor: palette.canvas,
  },
  picture: {
    alignSelf: 'start',
    maxWidth: '100%',
    maxHeight: 'calc(100vh - 200px)',
    objectFit: 'contain',
    borderRadius: '4px',
    // Too small to be read otherwise: the dialog scrolls.
    [windows.low]: { maxHeight: 'none' },
  },
});

type ScreenshotDialogProps = { payment: Payment; onClose: () => void };

/** Shows a payment's screenshot large, beside the facts that it must prove. */
export function ScreenshotDialog({ payment, onClose }: ScreenshotDialogProps) {
  const styles = useStyles();
  const [attempt, setAttempt] = useState(0);
  const [isBroken, setIsBroken] = useState(false);
  const method = paymentMethodLabels[payment.method];
  const facts = [
    formatMoney(payment.amount, 'payment'),
    payment.reference_number && `Ref. ${payment.reference_number}`,
  ];
  const retry = () => {
    setIsBroken(false);
    setAttempt(attempt + 1);
  };
  return (
    <DialogShell
      open
      width={840}
      title={`${method} screenshot`}
      line={facts.filter(Boolean).join(' · ')}
      onClose={onClose}
    >
      <div className={styles.frame}>
        {isBroken || payment.screenshot_url === null ? (
          <ErrorState compact title="The screenshot could not be loaded" onRetry={retry} />
        ) : (
          <img
            key={attempt}
            src={payment.screenshot_url}
            alt={`Screenshot of the ${method} payment of ${facts[0] ?? ''}`}
            className={styles.picture}
            onError={() => setIsBroken(true)}
          />
        )}
      </div>
    </DialogShell>
  );
}
