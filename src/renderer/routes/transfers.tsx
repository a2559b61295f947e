import { Add20Regular, VehicleTruckProfile24Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { transferColumns } from '#renderer/features/transfers/transfer-columns.tsx';
import { TransferFilters } from '#renderer/features/transfers/transfer-filters.tsx';
import { useList } from '#renderer/lib/use-list.ts';
import { ListScreen } from '#renderer/ui/list-screen.tsx';
import { ActionButton, type Action } from '#renderer/ui/page-actions.tsx';
import { lists } from './lists.ts';

/** /inventory/transfers: the store's outgoing and incoming transfers. */
export function TransfersPage() {
  const { store } = useSignedIn();
  const navigate = useNavigate();
  const list = useList(...lists.transfers);
  const begin: Action = {
    label: 'Create Transfer',
    icon: <Add20Regular />,
    onClick: () => void navigate('/inventory/transfers/new', { state: list.linkState }),
  };
  return (
    <ListScreen
      title="Transfers"
      line={`Units on their way from and to ${store.name}.`}
      actions={{ primary: begin }}
      list={list}
      filters={<TransferFilters list={list} />}
      columns={transferColumns(zonesOf(store))}
      nameOf={(row) => row.number}
      pageOf={(row) => `/inventory/transfers/${row.id}`}
      empty={{
        icon: <VehicleTruckProfile24Regular />,
        title: 'No transfers yet',
        text: 'Scan units and send them to another store. Neither store sells them on the way.',
        action: <ActionButton action={begin} />,
      }}
      notFound={{
        text: 'Check the number, or clear the filters. Type 4 characters or more of an IMEI or serial number.',
      }}
    />
  );
}
