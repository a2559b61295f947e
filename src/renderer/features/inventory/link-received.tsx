import { makeStyles } from '@fluentui/react-components';
import { Box24Regular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { qrCodes, type LinkableUnit } from '#contract/qr-codes.ts';
import { normaliseQrCode } from '#domain/barcodes.ts';
import { looksLikeLabel } from '#domain/qr-codes.ts';
import { conditionText } from '#domain/units.ts';
import { api } from '#renderer/lib/api.ts';
import { fixedErrorTextFor } from '#renderer/lib/failures.ts';
import { createScanQueue } from '#renderer/lib/scan-queue.ts';
import { heldScans } from '#renderer/lib/scans.ts';
import { soundDone, soundError } from '#renderer/lib/sound.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { DataTable, type Column } from '#renderer/ui/data-table.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { ScanField } from '#renderer/ui/scan-field.tsx';
import { ScanVerdict } from '#renderer/ui/scan-verdict.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { CodesCell, ProductCell } from '#renderer/ui/unit-cells.tsx';
import { productNameText } from './unit-text.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '16px', minHeight: 0 },
});

type LinkReceivedProps = {
  code: string;
  /** The number of the label's order. */
  order: string;
  /** The first of the order's received units without a label; `total` counts all of them. */
  units: readonly LinkableUnit[];
  total: number;
  onLinked: () => void;
  /** Called when another label was scanned. */
  onLabel: (code: string) => void;
};

const named = ({ product_variation: { product, name }, ...unit }: LinkableUnit) => ({
  ...unit,
  qr_code: null,
  product_name: product.name,
  variation_name: name,
});

const countText = (total: number) => (total === 1 ? '1 unit' : `${total.toLocaleString('en-PH')} units`);

/** Links a label to a unit received from its order, by scanning the unit's number or choosing it. */
export function LinkReceived({ code, order, units, total, onLinked, onLabel }: LinkReceivedProps) {
  const styles = useStyles();
  const notify = useNotify();
  const [unread, setUnread] = useState<{ what: string; outcome: string } | null>(null);
  const { busy, run } = useRouteMutation(qrCodes.createAndLink, {
    done: (unit) => ({ title: `${code} linked`, body: productNameText(unit) }),
    failed: 'QR code not linked',
  });
  const link = async ({ id }: LinkableUnit) => {
    setUnread(null);
    const refused = { text: null as string | null };
    const done = await run({ params: { code }, body: { inventory_item_id: id } }, (refusal) => {
      refused.text = Object.values(refusal.fields).flat()[0] ?? null;
      return refused.text === null ? refusal : null;
    });
    if (done) {
      soundDone();
      return onLinked();
    }
    soundError();
    if (refused.text !== null) setUnread({ what: code, outcome: refused.text });
  };
  const latest = useLatest(async (number: string) => {
    try {
      const found = await api.qrCodes.linkable({ params: { code }, query: { number } });
      const [unit] = found.data;
      if (unit) return await link(unit);
    } catch (error) {
      soundError();
      setUnread(null);
      const { title, body } = fixedErrorTextFor(error, 'Scan failed');
      return notify.error(title, `${body ?? ''}\n${number}`.trim());
    }
    const other = normaliseQrCode(number);
    if (looksLikeLabel(other) && other !== code) return onLabel(other);
    soundError();
    setUnread({ what: number, outcome: `No unit that came of ${order} without a label has this number` });
  });
  const [take] = useState(() => createScanQueue((number: string) => latest.current(number), soundError));
  // The unit's number may have been scanned while this screen was loading.
  useEffect(() => heldScans().forEach(take), [take]);
  const columns: Column<LinkableUnit>[] = [
    { key: 'product', head: 'Product', cell: (unit) => <ProductCell unit={named(unit)} /> },
    {
      key: 'numbers',
      phone: 'line',
      head: 'Numbers',
      width: 'content',
      cell: (unit) => <CodesCell unit={named(unit)} />,
    },
    { key: 'condition', head: 'Condition', cell: conditionText },
    {
      key: 'link',
      head: 'Link',
      headHidden: true,
      width: '136px',
      align: 'end',
      cell: (unit) => (
        <Button disabled={busy} onClick={() => void link(unit)}>
          Link
        </Button>
      ),
    },
  ];
  return (
    <div className={styles.root}>
      <ScanField label="Scan the serial number or IMEI of the unit" onCode={take} />
      {unread ? <ScanVerdict verdict={{ tone: 'bad', ...unread }} /> : null}
      <Card
        title="Received without a label"
        side={total > units.length ? `The first ${units.length} of ${countText(total)}` : countText(total)}
        flush
      >
        {units.length > 0 ? (
          <DataTable
            bare
            label="Units without a label"
            columns={columns}
            rows={units}
            rowKey={({ id }) => id}
          />
        ) : (
          <EmptyState icon={<Box24Regular />} title="All units of this order have their labels">
            Nothing more of {order} is to come: this label is left over.
          </EmptyState>
        )}
      </Card>
    </div>
  );
}
