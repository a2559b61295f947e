import { Money24Regular } from '@fluentui/react-icons';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { movementColumns, movementLabel } from '#renderer/features/shifts/movement-columns.tsx';
import { MovementFilters } from '#renderer/features/shifts/shift-filters.tsx';
import { useShiftsOff } from '#renderer/features/shifts/shifts-off.tsx';
import { hasNothing, useList } from '#renderer/lib/use-list.ts';
import { useToday } from '#renderer/lib/use-today.ts';
import { ListScreen } from '#renderer/ui/list-screen.tsx';
import { lists } from './lists.ts';

/** /shifts/cash-movements: cash put into the store's drawers or taken out, besides sales. */
export function CashMovementsPage() {
  const { store } = useSignedIn();
  const today = useToday(zonesOf(store));
  const list = useList(...lists.cashMovements);
  const off = useShiftsOff();
  return (
    <ListScreen
      title="Cash Movements"
      line={`What was put into the drawers of ${store.name} and taken out, beside its sales.`}
      list={list}
      filters={hasNothing(list) ? null : <MovementFilters list={list} today={today} />}
      columns={movementColumns(zonesOf(store))}
      nameOf={(row) => movementLabel(row.kind)}
      empty={{
        icon: <Money24Regular />,
        title: 'No cash movements yet',
        text: 'Cash is put in, taken out and dropped to the safe at the till, with Cash (F7) while a shift is open.',
        ...off,
      }}
      notFound={{ text: 'Choose another till, kind or other days, or clear the filters.' }}
    />
  );
}
