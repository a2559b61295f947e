import { useQuery } from '@tanstack/react-query';
import type { InventoryUnit } from '#contract/inventory.ts';
import { tradeIns, type TradeIn } from '#contract/trade-ins.ts';
import { formatMoney } from '#domain/money.ts';
import { sellerIdLabels } from '#domain/trade-ins.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { read } from '#renderer/lib/read.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Facts, type Fact } from '#renderer/ui/facts.tsx';
import { Row, Stack } from '#renderer/ui/layout.tsx';
import { paidText, stateText } from './trade-in-columns.tsx';
import { useTradeInActions } from './use-trade-in-actions.tsx';

type TradeInCardProps = {
  unit: Pick<InventoryUnit, 'id'>;
  timeZone: Zones;
  may: Parameters<typeof useTradeInActions>[0];
};

function factsOf({ at, amount, seller, ...traded }: TradeIn, timeZone: Zones): Fact[] {
  const rounding = traded.payout?.cash_rounding ?? 0;
  const facts: [string, string | null | undefined][] = [
    ['Date', formatInstant(at, timeZone)],
    ['Amount', amount === null ? null : formatMoney(amount, 'transaction')],
    ['Paid', paidText({ at, amount, seller, ...traded })],
    ['Cash rounding', rounding > 0 ? formatMoney(rounding, 'transaction') : null],
    ['Seller', seller.name],
    ['Address', seller.address],
    [
      'ID',
      seller.id_type && seller.id_number ? `${sellerIdLabels[seller.id_type]} ${seller.id_number}` : null,
    ],
    ['State', stateText({ at, amount, seller, ...traded })],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

/** The last trade-in of a unit at this store, and what can be done with it; nothing for a unit without one. */
export function TradeInCard({ unit, timeZone, may }: TradeInCardProps) {
  const query = useQuery(read(tradeIns.list, { query: { inventory_item_id: unit.id, per_page: 1 } }));
  const { actionsFor, dialog } = useTradeInActions(may);
  const tradeIn = query.data?.data[0];
  if (!tradeIn) return null;
  return (
    <Card title={tradeIn.number ? `Trade-in ${tradeIn.number}` : 'Trade-in'}>
      <Stack gap={16}>
        <Facts facts={factsOf(tradeIn, timeZone)} />
        <Row gap={8} wraps>
          {actionsFor(tradeIn).map(({ label, icon, onClick }) => (
            <Button key={label} icon={icon} onClick={onClick}>
              {label}
            </Button>
          ))}
        </Row>
      </Stack>
      {dialog}
    </Card>
  );
}
