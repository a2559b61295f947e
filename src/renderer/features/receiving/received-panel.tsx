import { unitsText } from '#domain/units.ts';
import { makeStyles } from '@fluentui/react-components';
import {
  ArrowRight20Regular,
  BoxCheckmark24Regular,
  Print20Regular,
  Tag20Regular,
} from '@fluentui/react-icons';
import type { GoodsReceipt } from '#contract/receiving.ts';
import type { Since } from './receipt-request.ts';
import { useEndedScans } from './use-ended-scans.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { CellLine, TextLink } from '#renderer/ui/table-text.tsx';
import { DataTable } from '#renderer/ui/data-table.tsx';

const useStyles = makeStyles({ table: { minHeight: 0, display: 'flex', flexDirection: 'column' } });

type ReceivedPanelProps = {
  receipt: GoodsReceipt;
  /** Units of the order that remain. */
  remaining: number;
  onPrint: () => void;
  onLabels: () => void;
  /** Changes made between sending and answer. */
  since: Since | null;
  /** Null if nothing remains, here or in the order. */
  onMore: (() => void) | null;
  /** Begins the next receipt with a scan. */
  onScan: (code: string) => void;
  /** Opens the order once it is complete. */
  onOrder: () => void;
};

/** Lists what differs from the last state on the screen: the receipt was received as sent. */
function sinceText({ added, leftOut = 0, takenBack, numbers }: Since): string[] {
  const were = (count: number, one: string, many: string) =>
    `${unitsText(count)} ${count === 1 ? one : many}`;
  return [
    ...(takenBack > 0
      ? [
          `${were(takenBack, 'that was', 'that were')} taken back after it was sent came in with it all the same.`,
        ]
      : []),
    ...(leftOut > 0
      ? [`${were(leftOut, 'was', 'were')} left out, and ${leftOut === 1 ? 'stands' : 'stand'} here still.`]
      : []),
    ...(added > 0
      ? [
          `${were(added, 'that was', 'that were')} added after it was sent ${added === 1 ? 'is' : 'are'} not in it, and still here.`,
        ]
      : []),
    ...(numbers.length > 0
      ? [`Scanned after it was sent, and not on their units: ${numbers.join(', ')}. Add them to the units.`]
      : []),
  ];
}

/** The finished receipt: its note, and how to continue. */
export function ReceivedPanel(props: ReceivedPanelProps) {
  const { receipt, remaining, since, onPrint, onLabels, onMore, onOrder } = props;
  const styles = useStyles();
  useEndedScans(receipt.order.transaction_number, onMore && props.onScan);
  const text = `${unitsText(receipt.units_count)} went into the stock of ${receipt.store.name}. ${
    remaining === 0 ? 'The order is complete' : `${unitsText(remaining)} of the order still to come`
  }.`;
  return (
    <>
      <Card>
        <EmptyState
          compact
          icon={<BoxCheckmark24Regular />}
          title={`${receipt.number} received`}
          action={
            <>
              <Button icon={<Print20Regular />} size="till" onClick={onPrint}>
                Print note
              </Button>
              <Button icon={<Tag20Regular />} size="till" onClick={onLabels}>
                Print labels
              </Button>
              <Button
                appearance="primary"
                size="till"
                autoFocus
                icon={<ArrowRight20Regular />}
                onClick={onMore ?? onOrder}
              >
                {onMore === null ? 'Show order' : remaining > 0 ? 'Receive more' : 'See what is left'}
              </Button>
            </>
          }
        >
          {[text, ...(since ? sinceText(since) : [])].join(' ')}{' '}
          <TextLink to={`/goods-receipts/${receipt.id}`}>See its units</TextLink>
        </EmptyState>
      </Card>
      <div className={styles.table}>
        <DataTable
          label="Products of this receipt"
          columns={[
            {
              key: 'product',
              head: 'Product',
              cell: ({ product_variation: of }) => (
                <>
                  {of.product.name}
                  <CellLine>{of.name}</CellLine>
                </>
              ),
            },
            {
              key: 'units',
              head: 'Units',
              width: 'content',
              align: 'end',
              cell: ({ quantity_received }) => quantity_received,
            },
          ]}
          rows={receipt.items}
          rowKey={(row) => row.supplier_transaction_item_id}
        />
      </div>
    </>
  );
}
