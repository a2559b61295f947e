import { makeStyles, mergeClasses } from '@fluentui/react-components';
import {
  Checkmark20Regular,
  Delete20Regular,
  DismissCircle20Regular,
  Edit20Regular,
  Warning12Filled,
} from '@fluentui/react-icons';
import type { Payment } from '#contract/payments.ts';
import type { Centavos } from '#domain/money.ts';
import { isTender, paymentName, paymentMethodLabels } from '#domain/payments.ts';
import { numberOf } from '#domain/transactions.ts';
import { Button } from '#renderer/ui/button.tsx';
import { wholeFacts } from '#renderer/ui/facts-line.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { RowMenu, type RowAction } from '#renderer/ui/row-menu.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes, tones, type, windows } from '#renderer/ui/theme.ts';
import { PHONE, useMedia } from '#renderer/ui/use-media.ts';
import { failureLine, methodIcons, paymentLine } from './payment-text.tsx';
import { ScreenshotThumbnail } from './screenshot-thumbnail.tsx';

const useStyles = makeStyles({
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '60px',
    boxSizing: 'border-box',
    padding: `6px ${sizes.cardSide}`,
    [windows.phone]: { gap: '8px', padding: '6px 16px' },
    ':not(:first-child)': { borderTop: `1px solid ${palette.rowLine}` },
  },
  icon: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    width: '40px',
    height: '40px',
    borderRadius: '8px',
    backgroundColor: palette.fill,
    color: palette.text2,
    [windows.phone]: { display: 'none' },
  },
  faded: { backgroundColor: palette.canvas, color: palette.text3 },
  failed: { backgroundColor: tones.red[0], color: tones.red[1] },
  text: { flexGrow: 1, minWidth: 0 },
  name: { ...type.bodyStrong, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px' },
  dim: { color: palette.text3 },
  warning: { ...type.metaStrong, display: 'flex', gap: '4px', color: tones.orange[1] },
  warningIcon: { flexShrink: 0, marginTop: '2px' },
  struckRed: { color: palette.danger, textDecorationLine: 'line-through' },
  /** The same width in all rows, so that the amounts share one right edge. */
  actions: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '4px',
    flexShrink: 0,
    width: '196px',
    marginRight: '-12px',
  },
  /** On a phone the buttons of a payment stand below its text. */
  stacked: { flexWrap: 'wrap' },
  stackedText: { flexBasis: 'calc(100% - 128px)' },
  actionsStacked: { width: 'auto', marginLeft: 'auto' },
  actionsNarrow: { width: '92px', [windows.phone]: { width: 'auto' } },
  /** Then the amounts end where the other sums of the page do. */
  actionsFirst: { width: 'auto', marginRight: 0 },
  amount: { minWidth: '104px', textAlign: 'right' },
});

/** The actions offered on a payment; a missing one is not shown. */
export type PaymentActions = {
  onVerify?: (payment: Payment) => void;
  onFail?: (payment: Payment) => void;
  onEdit?: (payment: Payment) => void;
  onDelete?: (payment: Payment) => void;
};

type Entry = Omit<RowAction, 'onClick'> & { act: (payment: Payment) => void };

/** The action that has a button of its own. */
const VERIFY = 'Verify';

/** Returns what can be done with a payment: those of the page's actions that its state allows. */
function entriesOf(payment: Payment, actions: PaymentActions, mayChangeAmount: boolean): Entry[] {
  if (payment.deleted_at !== null || payment.status === 'failed') return [];
  const isPending = payment.status === 'pending';
  const entries: (Entry | false | undefined)[] = [
    isPending && actions.onVerify && { label: VERIFY, icon: <Checkmark20Regular />, act: actions.onVerify },
    isPending &&
      actions.onFail && { label: 'Mark failed', icon: <DismissCircle20Regular />, act: actions.onFail },
    isTender(payment.method) &&
      actions.onEdit && {
        label: mayChangeAmount ? 'Edit payment' : 'Edit details',
        icon: <Edit20Regular />,
        act: actions.onEdit,
      },
    payment.method !== 'exchange' &&
      actions.onDelete && {
        label: 'Delete payment',
        icon: <Delete20Regular />,
        danger: true,
        act: actions.onDelete,
      },
  ];
  return entries.filter((entry): entry is Entry => Boolean(entry));
}

type RowActionsProps = { payment: Payment; entries: readonly Entry[]; isNarrow: boolean };

function RowActions({ payment, entries, isNarrow }: RowActionsProps) {
  const name = paymentName(payment);
  const verify = entries.find(({ label }) => label === VERIFY);
  const others = entries.filter((entry) => entry !== verify);
  return (
    <>
      {verify && isNarrow ? (
        <Button
          size="till"
          icon={verify.icon}
          label={`Verify the ${name}`}
          onClick={() => verify.act(payment)}
        />
      ) : null}
      {verify && !isNarrow ? (
        <Button size="till" aria-label={`Verify the ${name}`} onClick={() => verify.act(payment)}>
          {VERIFY}
        </Button>
      ) : null}
      <RowMenu
        size="till"
        label={`More for ${name}`}
        actions={others.map(({ act, ...entry }) => ({ ...entry, onClick: () => act(payment) }))}
      />
    </>
  );
}

type LedgerRowProps = {
  payment: Payment;
  /** The part of the tendered cash that was given back. */
  change: Centavos;
  actions: PaymentActions;
  mayChangeAmount: boolean;
  isNarrow: boolean;
  /** True if the amount stands at the end of the row, after the actions. */
  amountLast: boolean;
  /** Opens the payment's screenshot. */
  onShow: (payment: Payment) => void;
};

/** Shows one payment with its state and its actions. */
export function LedgerRow(props: LedgerRowProps) {
  const { payment, change, actions, mayChangeAmount, isNarrow, amountLast, onShow } = props;
  const styles = useStyles();
  const isDeleted = payment.deleted_at !== null;
  const failure = failureLine(payment);
  const line = paymentLine(payment, change);
  const entries = entriesOf(payment, actions, mayChangeAmount);
  const hasMore = payment.screenshot_url !== null || entries.some(({ label }) => label === VERIFY);
  const isStacked = useMedia(PHONE) && hasMore;
  const amountAfter = isStacked ? 'text' : amountLast ? 'actions' : 'screenshot';
  const amount = (
    <MoneyText
      amount={payment.amount - change}
      surface="payment"
      size="price"
      tone={isDeleted ? 'struck' : undefined}
      className={mergeClasses(
        amountAfter !== 'screenshot' && styles.amount,
        failure !== null && styles.struckRed,
      )}
    />
  );
  return (
    <li className={mergeClasses(styles.row, isStacked && styles.stacked)}>
      <span
        className={mergeClasses(styles.icon, isDeleted && styles.faded, failure !== null && styles.failed)}
      >
        {methodIcons[payment.method]}
      </span>
      <div className={mergeClasses(styles.text, isStacked && styles.stackedText)}>
        <div className={mergeClasses(styles.name, isDeleted && styles.dim)}>
          {paymentMethodLabels[payment.method]}
          {isDeleted ? (
            <StatusBadge tone="red" mark="none">
              DELETED
            </StatusBadge>
          ) : (
            <StateBadge of="payment" state={payment.status} />
          )}
        </div>
        {failure ? (
          <Text as="div" size="metaStrong" tone="danger" breaks>
            {wholeFacts(failure)}
          </Text>
        ) : null}
        {line ? (
          <Text as="div" size="meta" tone="text3" breaks>
            {wholeFacts(line)}
          </Text>
        ) : null}
        {payment.reference_used_in && !isDeleted ? (
          <div className={styles.warning}>
            <Warning12Filled className={styles.warningIcon} aria-hidden="true" />
            Already used in {numberOf(payment.reference_used_in)}
          </div>
        ) : null}
      </div>
      {amountAfter === 'text' ? amount : null}
      {payment.screenshot_url ? (
        <ScreenshotThumbnail
          url={payment.screenshot_url}
          label={`Screenshot of the ${paymentMethodLabels[payment.method]} payment`}
          isFaded={isDeleted}
          onOpen={() => onShow(payment)}
        />
      ) : null}
      {amountAfter === 'screenshot' ? amount : null}
      {Object.values(actions).some(Boolean) ? (
        <div
          className={mergeClasses(
            styles.actions,
            isNarrow && styles.actionsNarrow,
            amountAfter === 'actions' && styles.actionsFirst,
            isStacked && styles.actionsStacked,
          )}
        >
          {entries.length > 0 ? (
            <RowActions payment={payment} entries={entries} isNarrow={isNarrow && !isStacked} />
          ) : null}
        </div>
      ) : null}
      {amountAfter === 'actions' ? amount : null}
    </li>
  );
}
