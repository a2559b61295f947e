import { makeStyles } from '@fluentui/react-components';
import { Fragment, useEffect } from 'react';
import { offlineSales, type SaleToSettle } from '#contract/offline-sales.ts';
import { reason } from '#contract/codecs.ts';
import { z } from '#contract/zod.ts';
import { formatMoney } from '#domain/money.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { SCANNED_INTO } from '#renderer/lib/keyboard-scanner.ts';
import { namedCode, takeScans } from '#renderer/lib/scans.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { TextLink } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { TextField } from '#renderer/ui/text-field.tsx';
import { settleName } from './settle-columns.tsx';

const useStyles = makeStyles({
  reasons: { ...type.body, margin: 0, paddingLeft: '20px', color: palette.text1 },
});

/** As it is sent; that a line stays without its unit has to be said. */
const settleForm = z
  .object({
    units: z.array(z.object({ transaction_item_id: z.int(), code: z.string() })),
    is_unknown: z.boolean(),
    note: reason('Say how it was settled'),
  })
  .superRefine(({ units, is_unknown }, issues) => {
    if (is_unknown) return;
    for (const [place, { code }] of units.entries()) {
      if (code.trim()) continue;
      const message = 'Scan the item that was sold, or say below that it is not known';
      issues.addIssue({ code: 'custom', path: ['units', place, 'code'], message });
    }
  });

type Disputed = SaleToSettle['disputed'][number];

const hintOf = ({ scanned_code, other_sale }: Disputed): string => {
  const scanned = scanned_code === null ? 'Nothing was scanned' : `Scanned: ${scanned_code}`;
  return other_sale === null ? scanned : `${scanned}, which is in ${other_sale.invoice_number}`;
};

function lineOf(sale: SaleToSettle, timeZone: Zones): string {
  const { kind, staff, till, made_at, total_amount, transaction } = sale;
  const when = formatInstant(made_at, timeZone);
  const total = total_amount === null ? '' : `, ${formatMoney(total_amount, 'transaction')}`;
  if (kind === 'shift') return `Shift opened by ${staff?.name ?? 'nobody'} at ${till.name}, ${when}${total}`;
  if (transaction === null) return `${till.name}, ${when}`;
  return `Invoice ${transaction.invoice_number}. Sold by ${staff?.name ?? 'nobody'} at ${till.name}, ${when}${total}`;
}

/** Also of a till that the caller declared lost. */
const OWN = 'This is of your own doing: somebody else settles it';

/** The way to what else can be done with a sale, and to the sales that have its units. */
function Instead({ sale: { transaction, disputed } }: { sale: SaleToSettle }) {
  const { may } = useSignedIn();
  if (transaction === null) return null;
  const others = new Map(
    disputed.flatMap(({ other_sale: other }) =>
      other ? [[other.transaction_id, other.invoice_number]] : [],
    ),
  );
  const path = `/transactions/${transaction.id}`;
  return (
    <Text as="p" size="label" tone="text3">
      Prices and payments stand as they are.{' '}
      {may('transactions.void') ? (
        <>
          To take the sale back,{' '}
          <TextLink small inText to={`${path}?dialog=void`}>
            void it
          </TextLink>{' '}
          instead.{' '}
        </>
      ) : null}
      See{' '}
      <TextLink small inText to={path}>
        {transaction.invoice_number}
      </TextLink>
      {[...others].map(([id, number]) => (
        <Fragment key={id}>
          {' and '}
          <TextLink small inText to={`/transactions/${id}`}>
            {number}
          </TextLink>
        </Fragment>
      ))}
      .
    </Text>
  );
}

type SettleDialogProps = { sale: SaleToSettle; timeZone: Zones; onClose: () => void };

/** Says what is not clear about a sale that a till made without the server, and takes how that was settled. */
export function SettleDialog({ sale, timeZone, onClose }: SettleDialogProps) {
  const styles = useStyles();
  const { run } = useRouteMutation(offlineSales.settle, {
    done: `${settleName(sale)} is settled`,
    failed: 'It was not settled',
  });
  const form = useContractForm(settleForm, {
    values: {
      units: sale.disputed.map(({ transaction_item_id }) => ({ transaction_item_id, code: '' })),
      is_unknown: false,
      note: '',
    },
    send: async ({ units, note }, { onError }) => {
      const named = units.map(({ code, ...line }) => ({ ...line, code: code.trim() || null }));
      const body = { note, ...(named.length > 0 ? { units: named } : {}) };
      if (await run({ params: { offlineSaleId: sale.id }, body }, onError)) onClose();
    },
  });
  // A scan goes to the field in which the cursor is, else to the first empty one.
  const scanned = useLatest((code: string) => {
    const names = sale.disputed.map((_, place) => `units.${place}.code` as const);
    const name =
      names.find((each) => document.activeElement?.getAttribute('name') === each) ??
      names.find((each) => !form.getValues(each).trim());
    if (name) form.setValue(name, namedCode(code), { shouldDirty: true, shouldValidate: true });
  });
  useEffect(() => takeScans((code) => scanned.current(code)), [scanned]);
  return (
    <FormDialog
      form={form.state}
      title={`Settle ${settleName(sale)}`}
      line={lineOf(sale, timeZone)}
      submitLabel={form.state.busy ? 'Settling…' : 'Settle'}
      disabledReason={sale.is_own ? OWN : null}
      deliberate
      onClose={onClose}
    >
      <ul className={styles.reasons}>
        {sale.reasons.map(({ code, text }, place) => (
          <li key={`${code}-${place}`}>{text}</li>
        ))}
      </ul>
      {sale.disputed.map((line, place) => (
        <TextField
          key={line.transaction_item_id}
          {...SCANNED_INTO}
          {...form.field(`units.${place}.code`)}
          label={`Which ${line.name} was sold?`}
          hint={hintOf(line)}
          placeholder="Scan its IMEI or serial number"
          autoComplete="off"
          size={44}
        />
      ))}
      {sale.disputed.length > 0 ? (
        <div>
          <Checkbox
            label="It is not known which item was sold: settle without it"
            {...form.register('is_unknown')}
          />
          <Text as="p" size="label" tone="text3">
            The sale stands without a unit and its cost, and stock does not change.
          </Text>
        </div>
      ) : null}
      <TextField
        {...form.field('note')}
        label="How it was settled"
        required
        autoFocus={sale.disputed.length === 0}
        autoComplete="off"
        maxLength={500}
        size={44}
        placeholder={
          sale.transaction === null && sale.kind === 'sale'
            ? 'Sold again by hand as MNL-01-000124'
            : 'Looked at the box and the camera'
        }
      />
      <Instead sale={sale} />
    </FormDialog>
  );
}
