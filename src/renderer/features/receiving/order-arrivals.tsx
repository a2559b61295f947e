import { makeStyles } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { receiving } from '#contract/receiving.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { unitsText } from '#domain/units.ts';
import { read } from '#renderer/lib/read.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { CellLine, TextLink } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes, tabular, type } from '#renderer/ui/theme.ts';
import { ExpectedDialog } from './expected-dialog.tsx';
import { MissingList } from './missing-list.tsx';

const useStyles = makeStyles({
  row: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '12px',
    padding: `12px ${sizes.cardSide}`,
    borderBottom: `1px solid ${palette.rowLine}`,
  },
  units: { ...type.body, ...tabular, flexShrink: 0, color: palette.text2 },
  text: { ...type.body, margin: '0 0 8px', color: palette.text2 },
});

type OrderArrivalsProps = {
  order: { id: number; transaction_number: string };
  timeZone: Zones;
  /** True if the reader may announce the supplier's list. */
  mayAnnounce: boolean;
};

/** The receipts of an order, and the announced units that are missing. */
export function OrderArrivals({ order, timeZone, mayAnnounce }: OrderArrivalsProps) {
  const styles = useStyles();
  const [isAsking, setAsking] = useState(false);
  const given = { params: { orderId: order.id } };
  const receipts = useQuery(read(receiving.receipts, given)).data?.data ?? [];
  const expected = useQuery(read(receiving.expected, given)).data;
  const announced = expected?.data.length ?? 0;
  return (
    <>
      {receipts.length > 0 ? (
        <Card title="Received" flush>
          <Stack as="ul">
            {receipts.map((receipt) => (
              <li key={receipt.id} className={styles.row}>
                <span>
                  <TextLink to={`/goods-receipts/${receipt.id}`}>{receipt.number}</TextLink>
                  <CellLine>
                    {receipt.received_by.name} ·{' '}
                    <Text noWrap>{formatInstant(receipt.received_at, timeZone)}</Text>
                  </CellLine>
                </span>
                <span className={styles.units}>{unitsText(receipt.units_count)}</span>
              </li>
            ))}
          </Stack>
        </Card>
      ) : null}
      {expected && (announced > 0 || mayAnnounce) ? (
        <Card
          title="Announced serial numbers"
          side={
            mayAnnounce ? (
              <Button icon={announced > 0 ? undefined : <Add20Regular />} onClick={() => setAsking(true)}>
                {announced > 0 ? 'Replace list' : 'Add list'}
              </Button>
            ) : null
          }
        >
          <p className={styles.text}>
            {announced === 0
              ? 'The supplier announced none.'
              : `${expected.received} of ${announced} came${
                  expected.unannounced > 0
                    ? `; ${expected.unannounced} more ${expected.unannounced === 1 ? 'was' : 'were'} not announced`
                    : ''
                }.`}
          </p>
          {expected.missing > 0 ? (
            <MissingList missing={expected.data.filter((row) => row.inventory_item_id === null)} />
          ) : null}
        </Card>
      ) : null}
      {isAsking && expected ? (
        <ExpectedDialog order={order} expected={expected} onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
}
