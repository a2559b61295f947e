import { makeStyles } from '@fluentui/react-components';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { roundingText } from '#domain/cash-rounding.ts';
import { formatMoney, pesosToCentavos, type Centavos } from '#domain/money.ts';
import { needsReference, paymentMethodLabels, type Tender } from '#domain/payments.ts';
import { tradeInParts } from '#domain/trade-ins.ts';
import { as } from '#renderer/lib/use-contract-form.ts';
import { Card } from '#renderer/ui/card.tsx';
import { FactRows, type FactRow } from '#renderer/ui/fact-rows.tsx';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { FormMoneyField } from '#renderer/ui/form-money-field.tsx';
import { WholeParts } from '#renderer/ui/facts-line.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { clearOfToasts } from '#renderer/ui/use-clear-place.ts';
import { ONE_PANE, useMedia } from '#renderer/ui/use-media.ts';
import type { TradeInForm } from './trade-in-fields.tsx';

const useStyles = makeStyles({ ...fieldGrid, aside: { position: 'sticky', top: 0 } });

/** The draft that a trade-in pays for, with what it knows of it. */
export type PaidDraft = {
  id: number;
  number: string;
  version: number;
  known_payments: number[];
  /** The amount still to be paid. */
  remains: Centavos;
};

export type TradeInTerms = {
  draft: PaidDraft | null;
  /** The tenders of the store. */
  methods: readonly Tender[];
  /** The chain's smallest coin. */
  coin: Centavos;
};

/** Returns what an agreed amount pays of the draft, and what is paid out. */
export const partsOf = (
  agreed: Centavos,
  method: Tender | null | undefined,
  { draft, coin }: Pick<TradeInTerms, 'draft' | 'coin'>,
) => tradeInParts(agreed, { remains: draft?.remains ?? 0, inCash: method === 'cash', coin });

const pesos = (amount: Centavos) => formatMoney(amount, 'payment');

/** `₱500.00 GCash` */
export const paidOutText = (amount: Centavos, method: Tender | null | undefined): string =>
  amount > 0 && method ? `${pesos(amount)} ${paymentMethodLabels[method]}` : pesos(amount);

/** `Paid out, GCash` */
const paidOutLabel = (amount: Centavos, method: Tender | null | undefined): string =>
  amount > 0 && method ? `Paid out, ${paymentMethodLabels[method]}` : 'Paid out';

/** Returns the parts of the typed amount. */
function useParts({ control }: TradeInForm, terms: Pick<TradeInTerms, 'draft' | 'coin'>) {
  const [amount, method] = useWatch({ control, name: ['amount', 'payout.method'] });
  const agreed = Number.isFinite(amount) ? pesosToCentavos(Number(amount)) : 0;
  return { agreed, method, ...partsOf(agreed, method, terms) };
}

/** Shows beside the form what the agreed amount does: pays for the cart, and is paid out. */
export function TradeInSums({ form, ...terms }: TradeInTerms & { form: TradeInForm }) {
  const styles = useStyles();
  const { agreed, method, inSale, paidOut, rounding } = useParts(form, terms);
  const { draft } = terms;
  const ofSale: FactRow[] = draft
    ? [
        ['Still to pay', pesos(draft.remains)],
        ['This item pays', pesos(inSale)],
        ['Then still to pay', pesos(draft.remains - inSale)],
      ]
    : [];
  return (
    <div className={styles.aside} {...clearOfToasts}>
      <Card title={draft ? `In payment of ${draft.number}` : 'Paid out'}>
        <FactRows
          airy
          amounts
          facts={[
            ['Agreed', pesos(agreed)],
            ...ofSale,
            ...(rounding > 0 ? [['Cash rounding', pesos(rounding)] as const] : []),
            ...(paidOut > 0 || !draft ? [[paidOutLabel(paidOut, method), pesos(paidOut)] as const] : []),
          ]}
        />
      </Card>
    </div>
  );
}

/** Says at the foot of a window of one pane, where the sums are out of sight, what the typed amount does. */
export function TradeInOutcome({ form, ...terms }: TradeInTerms & { form: TradeInForm }) {
  const isOnePane = useMedia(ONE_PANE);
  const { agreed, method, inSale, paidOut, rounding } = useParts(form, terms);
  const { draft } = terms;
  const isTold = isOnePane && agreed > 0;
  const isPaidOut = paidOut > 0;
  const isRounded = rounding > 0;
  // The foot grows by a line: what is typed stays in sight.
  useEffect(() => {
    if (isTold) document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [isTold, isPaidOut, isRounded]);
  if (!isTold) return 'Unsaved changes';
  const ofSale = draft ? [`Pays ${pesos(inSale)}`, `${pesos(draft.remains - inSale)} then still to pay`] : [];
  const out = isPaidOut ? [`${paidOutText(paidOut, method)} paid out`] : [];
  const rounded = isRounded ? [roundingText(rounding)] : [];
  return <WholeParts parts={[...ofSale, ...out, ...rounded]} />;
}

/** Edits what is paid for a traded-in unit, and how: in the sale, and the rest out of the till. */
export function TradeInMoneyCard({ form, draft, methods, coin }: TradeInTerms & { form: TradeInForm }) {
  const styles = useStyles();
  const { control } = form;
  const { method, paidOut } = useParts(form, { draft, coin });
  const offered = methods.includes('cash') ? methods : (['cash', ...methods] as const);
  return (
    <Card title="Money">
      <div className={styles.fields}>
        <FormMoneyField
          control={control}
          name="amount"
          label="Agreed amount"
          required
          hint="0 where nothing is paid"
        />
        {paidOut > 0 ? (
          <>
            <SelectField
              {...form.field('payout.method')}
              label={`${pesos(paidOut)} paid out by`}
              required
              options={offered.map((value) => ({ value, label: paymentMethodLabels[value] }))}
            />
            {method && needsReference(method) ? (
              <TextField
                {...form.field('payout.reference_number', as.textOrNull)}
                label="Reference number"
                required
                autoComplete="off"
                maxLength={100}
              />
            ) : null}
          </>
        ) : null}
      </div>
    </Card>
  );
}
