import { ArrowDownload20Regular, ArrowSwap20Regular, PhoneArrowRight24Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router';
import type { RouteInput } from '#contract/define-route.ts';
import type { tradeIns } from '#contract/trade-ins.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { TradeInFilters, tradeInColumns } from '#renderer/features/inventory/trade-in-columns.tsx';
import { useTradeInActions } from '#renderer/features/inventory/use-trade-in-actions.tsx';
import { api } from '#renderer/lib/api.ts';
import { withoutPlace } from '#renderer/lib/list-address.ts';
import { useFileExport } from '#renderer/lib/use-file-export.ts';
import { useList } from '#renderer/lib/use-list.ts';
import { useToday } from '#renderer/lib/use-today.ts';
import { ListScreen } from '#renderer/ui/list-screen.tsx';
import { ActionButton, type Action } from '#renderer/ui/page-actions.tsx';
import { lists } from './lists.ts';

type Query = RouteInput<typeof tradeIns.register>['query'];

/** /inventory/trade-ins: the register of what the store bought from customers. */
export function TradeInsPage() {
  const { store, mayHere } = useSignedIn();
  const navigate = useNavigate();
  const list = useList(...lists.tradeIns);
  const today = useToday(zonesOf(store));
  const { actionsFor, dialog } = useTradeInActions(mayHere);
  const download = useFileExport('trade-ins', (query: Query) => api.tradeIns.register({ query }));
  const begin: Action | null = mayHere('inventory.create')
    ? {
        label: 'Trade In',
        icon: <ArrowSwap20Regular />,
        onClick: () => void navigate('/inventory/trade-in', { state: list.linkState }),
      }
    : null;
  return (
    <ListScreen
      title="Trade-ins"
      line={`What ${store.name} bought from customers, and from whom.`}
      actions={{
        secondary: [
          {
            label: 'Download register',
            icon: <ArrowDownload20Regular />,
            busy: download.busy,
            disabled: !list.page,
            disabledReason: list.page?.total === 0 ? 'There is nothing to download' : null,
            onClick: () => void download.run(withoutPlace(list.query)),
          },
        ],
        primary: begin,
      }}
      list={list}
      filters={<TradeInFilters list={list} today={today} />}
      columns={tradeInColumns(zonesOf(store), list.page?.data ?? [])}
      nameOf={({ number, id }) => number ?? String(id)}
      pageOf={({ unit }) => `/inventory/${unit.id}`}
      actionsFor={actionsFor}
      empty={{
        icon: <PhoneArrowRight24Regular />,
        title: 'No trade-ins yet',
        text: 'Press F5 at the till, or Trade In here, when a customer brings something to sell.',
        action: begin && <ActionButton action={begin} />,
      }}
      notFound={{ text: 'Choose another state, or widen the dates.' }}
    >
      {dialog}
    </ListScreen>
  );
}
