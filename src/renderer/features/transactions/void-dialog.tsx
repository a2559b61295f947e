import { makeStyles } from '@fluentui/react-components';
import { formatMoney } from '#domain/money.ts';
import type { Transaction } from '#contract/transactions.ts';
import { numberOf } from '#domain/transactions.ts';
import { ReasonDialog } from '#renderer/ui/reason-dialog.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { handBackText, isInCash } from './money-back-text.ts';
import { itemsText } from './transaction-text.ts';
import type { Voiding } from './use-voiding.ts';

const useStyles = makeStyles({
  line: { margin: '0 0 8px' },
  money: { ...type.bodyStrong, margin: 0, color: palette.text1 },
});

function voidText({ items_count: count, customer }: Transaction): string {
  const units = `${itemsText(count)} ${count === 1 ? 'returns' : 'return'} to inventory`;
  const points = customer ? ', the loyalty points are taken back' : '';
  return `${units}${points} and pending payments become failed. The number is kept. This cannot be undone.`;
}

type VoidDialogProps = {
  transaction: Transaction;
  hasTill: boolean;
  voiding: Voiding;
  onClose: () => void;
};

/** Asks why a sale is voided, and says what goes back to the customer. */
export function VoidDialog({ transaction, hasTill, voiding, onClose }: VoidDialogProps) {
  const styles = useStyles();
  const { busy, known_payouts: payouts, voidSale } = voiding;
  const drawer = hasTill && isInCash(payouts) ? ' The cash drawer opens.' : '';
  return (
    <ReasonDialog
      long
      title={`Void ${numberOf(transaction)}?`}
      consequence={
        <>
          <p className={styles.line}>{voidText(transaction)}</p>
          <p className={styles.money}>
            {handBackText(payouts) ?? 'Nothing goes back: no money was received.'}
            {drawer}
          </p>
        </>
      }
      confirmLabel={`Void ${formatMoney(transaction.total_amount, 'transaction')}`}
      cancelLabel="Keep Transaction"
      busy={busy}
      onConfirm={voidSale}
      onClose={onClose}
    >
      {voiding.asking}
    </ReasonDialog>
  );
}
