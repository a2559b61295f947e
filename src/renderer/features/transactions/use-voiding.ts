import type { RouteInput } from '#contract/define-route.ts';
import { transactions } from '#contract/transactions.ts';
import { formatMoney } from '#domain/money.ts';
import { cashForUnits, payoutsOfVoid, roundedPayouts } from '#domain/refunds.ts';
import { numberOf } from '#domain/transactions.ts';
import { useChainSettings } from '#renderer/app/chain-settings.tsx';
import type { Approved } from '#renderer/lib/api-client.ts';
import { originalOf } from '#renderer/lib/print-sale-again.ts';
import { till } from '#renderer/lib/till.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useResolveLostResponse } from '#renderer/lib/use-resolve-lost-response.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { slipOfVoid } from './money-back-document.ts';
import { handBackText, isInCash, payoutText } from './money-back-text.ts';
import { whyNotPaidOut, type TakingBack } from './use-refunding.ts';

type VoidForm = RouteInput<typeof transactions.void>['body'];

export type Voiding = ReturnType<typeof useVoiding>;

/** Removes a sale's receipts from the print queue: they would show the sale as valid. */
async function forgetReceipts(transactionId: number): Promise<void> {
  const waiting = await till.printer.queue();
  const own = waiting.filter(
    ({ job_key: key }) =>
      key === originalOf(transactionId) ||
      key.startsWith(`${originalOf(transactionId)}-`) ||
      key.startsWith(`${transactionId}-copy-`),
  );
  for (const { job_key: key } of own) await till.printer.forget(key);
}

/** Voids a sale, and shows the amounts to hand back. */
export function useVoiding(takingBack: TakingBack) {
  const { transaction, hasTill, staffName, approval, whyNoCash, onDone, printSlip } = takingBack;
  const notify = useNotify();
  const { smallest_coin: coin } = useChainSettings();
  const { busy, unsure, run } = useRouteMutation(
    transactions.void,
    {
      done: ({ payments, change_due, void_rounding }) => ({
        title: 'Transaction voided',
        body: handBackText(payoutsOfVoid(payments, change_due, void_rounding)) ?? undefined,
      }),
      failed: 'Void failed',
    },
    {
      keptAs: ({ body: { known_payouts = [] } }) => ({
        what: `Void of ${numberOf(transaction)}`,
        then: handBackText(known_payouts) ?? 'No money goes back.',
        to: `/transactions/${transaction.id}`,
        slip: 'void',
      }),
    },
  );
  const send = async (body: VoidForm, approved: Approved): Promise<void> => {
    const voided = await run({ params: { transactionId: transaction.id }, body, ...approved });
    if (voided === null) return;
    onDone();
    if (!hasTill) return;
    void forgetReceipts(voided.id).catch(() => undefined);
    const slip = slipOfVoid(voided, staffName);
    if (slip.payouts.length > 0) void printSlip(slip);
  };
  useResolveLostResponse(
    transaction.status === 'void' ? unsure : null,
    ({ body, approval: given }) => void send(body, { approval: given }),
  );
  const { payouts: known_payouts, rounding } = roundedPayouts(
    payoutsOfVoid(transaction.payments, transaction.change_due),
    coin,
  );
  const why = isInCash(known_payouts) ? whyNoCash : null;
  const forUnits = cashForUnits(transaction.payments, known_payouts, {
    change: transaction.change_due,
    earlier: [],
    rounding,
  });
  const instead =
    forUnits > 0 ? `${formatMoney(forUnits, 'transaction')} of it did not come in as cash` : null;
  const ask = async (reason: string) => {
    const whyNot = await whyNotPaidOut(takingBack, known_payouts);
    if (whyNot !== null) return notify.warning('Nothing was voided', whyNot);
    const approved = await approval.ask({
      targetId: transaction.id,
      what: [
        { label: 'Sale', value: numberOf(transaction) },
        { label: 'Total', value: formatMoney(transaction.total_amount, 'transaction') },
        {
          label: 'Goes back',
          value: [payoutText(known_payouts) ?? 'Nothing', instead].filter(Boolean).join(', '),
        },
        { label: 'Reason', value: reason },
      ],
    });
    if (approved) await send({ reason, known_payouts }, approved);
  };
  return {
    busy,
    known_payouts,
    /** What they exceed the payments by, for want of smaller coins. */
    rounding,
    /** How much of it stands for traded-in units that cannot go back; null if nothing does. */
    instead,
    /** Why this device cannot hand the money back; null if it can. */
    why,
    voidSale: (reason: string) => void ask(reason),
    asking: approval.dialog,
  };
}
