import { makeStyles } from '@fluentui/react-components';
import { QrCode20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { purchaseOrders, type OrderRow } from '#contract/purchase-orders.ts';
import { qrBatchForm, qrCodes } from '#contract/qr-codes.ts';
import { batchSizes, codesLeft, QR_BATCH_MAX } from '#domain/qr-codes.ts';
import { api } from '#renderer/lib/api.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { as, emptyForm, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EntityField } from '#renderer/ui/entity-field.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { Columns, Row } from '#renderer/ui/layout.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { sizes } from '#renderer/ui/theme.ts';
import { ALL_GENERATED, codesText } from './qr-text.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: '20px',
    maxWidth: '720px',
    padding: `20px ${sizes.cardSide}`,
    overflowY: 'auto',
  },
});

type Order = OrderRow & { name: string };

/** Picks the counts from which the number of codes left for an order follows. */
const countsOf = ({
  is_closed,
  total_quantity_ordered,
  total_quantity_received,
  qr_codes_count,
}: Pick<
  OrderRow,
  'is_closed' | 'total_quantity_ordered' | 'total_quantity_received' | 'qr_codes_count'
>) => ({ is_closed, total_quantity_ordered, total_quantity_received, qr_codes_count });

const leftText = (order: OrderRow) => `${codesText(codesLeft(order))} to generate`;

/** Shows the number of codes to generate, which follows from the order and is not typed. */
function Quantities({ order }: { order: OrderRow }) {
  const left = codesLeft(order);
  const batches = batchSizes(left);
  const facts: [label: string, count: number][] = [
    ['Units ordered', order.total_quantity_ordered],
    ['Codes generated already', order.qr_codes_count],
    ['Codes to generate', left],
  ];
  return (
    <div>
      <Columns as="dl" columns="repeat(3, minmax(0, 1fr))" gap={16}>
        {facts.map(([label, count]) => (
          <div key={label}>
            <Text as="dt" size="label" tone="text3">
              {label}
            </Text>
            <Text as="dd" size="cardTitle" figures tone="text1">
              {count.toLocaleString('en-PH')}
            </Text>
          </div>
        ))}
      </Columns>
      {batches.length > 1 ? (
        <Text as="p" size="body" tone="text2">
          {`In ${batches.length} batches of at most ${QR_BATCH_MAX}: ${batches.join(', ')}`}
        </Text>
      ) : null}
    </div>
  );
}

/** Generates a code for each unit of an order that has none, in batches of one sheet each. */
export function GenerateBatch({ onGenerated }: { onGenerated: (batchCodes: readonly string[]) => void }) {
  const styles = useStyles();
  const notify = useNotify();
  const [order, setOrder] = useState<Order | null>(null);
  const [made, setMade] = useState(0);
  const { run } = useRouteMutation(qrCodes.generateBatch, { failed: 'Failed to generate QR codes' });
  const left = order ? codesLeft(order) : 0;
  const batches = batchSizes(left);
  const form = useContractForm(qrBatchForm, {
    values: emptyForm(qrBatchForm, { supplier_transaction_id: undefined }),
    send: async (body, { onError }) => {
      if (left === 0) return;
      const done: string[] = [];
      for (const quantity of batches) {
        setMade(done.length);
        const batch = await run({ body: { ...body, quantity } }, onError);
        if (!batch) break;
        done.push(batch.batch_code);
      }
      setMade(0);
      const codes = batches.slice(0, done.length).reduce((sum, quantity) => sum + quantity, 0);
      if (done.length === batches.length) {
        notify.success(`${codesText(codes)} generated`, done.join(', '));
        return onGenerated(done);
      }
      // The rest stays to be generated, unless somebody else generates it meanwhile.
      if (codes > 0) {
        notify.warning(
          `${codes.toLocaleString('en-PH')} of ${codesText(left)} generated`,
          `${done.join(', ')}. ${codesText(left - codes)} missing`,
        );
      }
      await askAgain(codes);
    },
  });
  /** Loads the order again; if that fails, adds the codes made here. */
  const askAgain = async (codes: number) => {
    if (!order) return;
    const made = { ...order, qr_codes_count: order.qr_codes_count + codes };
    const now = await api.purchaseOrders.get({ params: { orderId: order.id } }).catch(() => made);
    setOrder((chosen) => (chosen?.id === order.id ? { ...chosen, ...countsOf(now) } : chosen));
  };
  const { errors } = form.formState;
  const choose = (chosen: OrderRow | null) => {
    setOrder(chosen && { ...chosen, name: chosen.transaction_number });
    form.setValue('supplier_transaction_id', (chosen?.id ?? null) as number, { shouldDirty: true });
    form.clearErrors();
  };
  const isDone = order !== null && left === 0;
  const { busy } = form.state;
  return (
    <div className={styles.root}>
      <Form form={form.state}>
        <EntityField
          label="Purchase order"
          required
          route={purchaseOrders.list}
          noun="purchase order"
          placeholder="Type a number or a supplier"
          value={order}
          nameOf={(one) => (one as OrderRow).transaction_number}
          line={(one) => `${one.supplier.name} · ${leftText(one)}`}
          error={isDone ? ALL_GENERATED : errors.supplier_transaction_id?.message}
          onChange={choose}
        />
        {order ? <Quantities order={order} /> : null}
        <TextArea {...form.field('notes', as.textOrNull)} label="Notes" rows={3} />
      </Form>
      <Row gap={12} align="center">
        <Button
          appearance="primary"
          type="submit"
          form={form.state.id}
          icon={<QrCode20Regular />}
          disabled={busy}
          disabledReason={isDone ? ALL_GENERATED : null}
        >
          {left > 0 ? `Generate ${codesText(left)}` : 'Generate codes'}
        </Button>
        {busy && batches.length > 1 ? (
          <Text as="p" role="status" size="body" tone="text2">
            {`Batch ${made + 1} of ${batches.length}…`}
          </Text>
        ) : null}
      </Row>
    </div>
  );
}
