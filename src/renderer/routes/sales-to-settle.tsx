import { CheckmarkCircle20Regular, CloudSync24Regular, Open20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { SaleToSettle } from '#contract/offline-sales.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import {
  SettleFilters,
  settleColumns,
  settleName,
} from '#renderer/features/offline-sales/settle-columns.tsx';
import { SettleDialog } from '#renderer/features/offline-sales/settle-dialog.tsx';
import { useSendingFile } from '#renderer/features/offline-sales/use-sending-file.tsx';
import { useList } from '#renderer/lib/use-list.ts';
import { ListScreen } from '#renderer/ui/list-screen.tsx';
import type { RowAction } from '#renderer/ui/row-menu.tsx';
import { lists } from './lists.ts';

/** /transactions/to-settle: sales made without the server of which something is not clear. */
export function SalesToSettlePage() {
  const { store } = useSignedIn();
  // Another store is another list: no dialog may stay open over it.
  return <SalesToSettle key={store.id} />;
}

function SalesToSettle() {
  const { store } = useSignedIn();
  const navigate = useNavigate();
  const list = useList(...lists.salesToSettle);
  const [asked, setAsked] = useState<SaleToSettle | null>(null);
  const zones = zonesOf(store);
  const file = useSendingFile();
  const show = ({ transaction }: SaleToSettle) =>
    transaction && void navigate(`/transactions/${transaction.id}`, { state: list.linkState });
  const actionsFor = (row: SaleToSettle): RowAction[] => {
    const { transaction } = row;
    const open = transaction && { label: 'Open sale', icon: <Open20Regular />, onClick: () => show(row) };
    const settle = row.settled_at === null && {
      label: 'Settle',
      icon: <CheckmarkCircle20Regular />,
      onClick: () => setAsked(row),
    };
    return [settle, open].filter((action) => action !== false && action !== null);
  };
  return (
    <ListScreen
      title="Sales to Settle"
      line="Sold without the server, and something about it is not clear. The goods have left the shop."
      actions={{ secondary: [file.action] }}
      list={list}
      filters={<SettleFilters list={list} />}
      columns={settleColumns(zones)}
      nameOf={settleName}
      onOpen={(row) => (row.settled_at === null ? setAsked(row) : show(row))}
      actionsFor={actionsFor}
      empty={{
        icon: <CloudSync24Regular />,
        title: 'Nothing to settle',
        text: 'Sales that a till makes without the server come here when the server cannot tell which unit was sold, or at what price.',
      }}
      notFound={{ text: 'Choose another state.' }}
    >
      {file.input}
      {asked ? <SettleDialog sale={asked} timeZone={zones} onClose={() => setAsked(null)} /> : null}
    </ListScreen>
  );
}
