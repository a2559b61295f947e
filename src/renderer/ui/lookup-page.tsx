import type { ReactElement } from 'react';
import { inSentence } from '#renderer/lib/in-sentence.ts';
import type { ListAddress } from '#renderer/lib/use-list.ts';
import { SearchFilter } from './filters.tsx';
import { ListScreen, type ListColumn } from './list-screen.tsx';
import type { ListPageState } from './list-table.tsx';
import { ActionButton } from './page-actions.tsx';
import { useLookupDialogs, type LookupDialogs, type LookupEntry } from './use-lookup-dialogs.tsx';

type LookupPageProps<Row extends LookupEntry> = LookupDialogs<Row> & {
  /** "Product Types" */
  title: string;
  /** One line that describes the list. */
  line: string;
  /** The icon of the empty state. */
  icon: ReactElement;
  list: ListPageState<Row> & ListAddress<{ search?: string }>;
  /** Columns beside the name. */
  columns?: readonly ListColumn<Row>[];
  /** The address of the page that an entry's name leads to, if there is one. */
  pageOf?: (entry: Row) => string;
};

/** A short lookup list as a page: found by name, sorted by its columns, changed in dialogs. */
export function LookupPage<Row extends LookupEntry>({ columns = [], ...props }: LookupPageProps<Row>) {
  const { title, line, icon, list, pageOf } = props;
  const { add, actionsFor, dialogs } = useLookupDialogs(props);
  const entries = inSentence(title);
  return (
    <ListScreen<Row>
      low
      narrow={columns.length === 1}
      title={title}
      line={line}
      actions={{ primary: add }}
      list={list}
      filters={<SearchFilter list={list} label="Name" width={272} />}
      columns={[{ key: 'name', head: 'Name', sort: 'name', cell: (row) => row.name }, ...columns]}
      nameOf={(row) => row.name}
      pageOf={pageOf}
      actionsFor={actionsFor}
      empty={{
        icon,
        title: `No ${entries} yet`,
        text: add
          ? 'A name is enough to start.'
          : `${entries.charAt(0).toUpperCase()}${entries.slice(1)} that a manager adds show here.`,
        action: add && <ActionButton action={add} />,
      }}
      notFound={{ text: 'Check the name.' }}
    >
      {dialogs}
    </ListScreen>
  );
}
