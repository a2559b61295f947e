import { Add20Regular, ArrowExit20Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { returnColumns } from '#renderer/features/supplier-returns/return-columns.tsx';
import { ReturnFilters } from '#renderer/features/supplier-returns/return-filters.tsx';
import { useList } from '#renderer/lib/use-list.ts';
import { ListScreen } from '#renderer/ui/list-screen.tsx';
import { ActionButton, type Action } from '#renderer/ui/page-actions.tsx';
import { lists } from './lists.ts';

/** /supplier-returns: the store's returns to suppliers. */
export function SupplierReturnsPage() {
  const { store } = useSignedIn();
  const navigate = useNavigate();
  const list = useList(...lists.supplierReturns);
  const begin: Action = {
    label: 'Create Return',
    icon: <Add20Regular />,
    onClick: () => void navigate('/supplier-returns/new', { state: list.linkState }),
  };
  return (
    <ListScreen
      title="Supplier Returns"
      line={`Units that went back from ${store.name}, and what came back.`}
      actions={{ primary: begin }}
      list={list}
      filters={<ReturnFilters list={list} />}
      columns={returnColumns(zonesOf(store))}
      sort="-date"
      nameOf={(row) => row.number}
      pageOf={(row) => `/supplier-returns/${row.id}`}
      empty={{
        icon: <ArrowExit20Regular />,
        title: 'No returns yet',
        text: 'Scan defective units and send them back. They leave the stock and keep their records.',
        action: <ActionButton action={begin} />,
      }}
      notFound={{
        text: 'Check the number, or clear the filters. Type 4 characters or more of an IMEI or serial number.',
      }}
    />
  );
}
