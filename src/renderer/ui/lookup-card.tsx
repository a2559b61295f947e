import { Card } from './card.tsx';
import type { Column } from './data-table.tsx';
import { ListTable, type ListPageState, type Nothing } from './list-table.tsx';
import { ActionButton } from './page-actions.tsx';
import { actionsColumn } from './row-menu.tsx';
import { useLookupDialogs, type LookupDialogs, type LookupEntry } from './use-lookup-dialogs.tsx';

type LookupCardProps<Row extends LookupEntry> = LookupDialogs<Row> & {
  title: string;
  columns: readonly Column<Row>[];
  list: ListPageState<Row>;
  empty: Nothing;
};

/** A card for a short lookup list that admins maintain; it saves each change by itself. */
export function LookupCard<Row extends LookupEntry>(props: LookupCardProps<Row>) {
  const { title, columns, list, empty } = props;
  const { add, actionsFor, dialogs } = useLookupDialogs(props);
  const actions = actionsColumn<Row>(({ name }) => name, actionsFor);
  return (
    <Card flush title={title} side={add && <ActionButton action={add} appearance="secondary" />}>
      <ListTable<Row> bare low label={title} columns={[...columns, actions]} list={list} empty={empty} />
      {dialogs}
    </Card>
  );
}
