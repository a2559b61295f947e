import { ArrowDownload20Regular, CheckmarkCircle24Regular } from '@fluentui/react-icons';
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useId, useState } from 'react';
import { imports, type ImportRecord, type ImportRow } from '#contract/imports.ts';
import { costField, fieldLabel } from '#domain/import-fields.ts';
import type { ImportKind, ImportRowState } from '#domain/imports.ts';
import { formatMoney, parsePesos } from '#domain/money.ts';
import { api } from '#renderer/lib/api.ts';
import { read } from '#renderer/lib/read.ts';
import { useFileExport } from '#renderer/lib/use-file-export.ts';
import { usePage } from '#renderer/lib/use-list.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import type { Column } from '#renderer/ui/data-table.tsx';
import { Row, Stack } from '#renderer/ui/layout.tsx';
import { ListTable, type ListPageState } from '#renderer/ui/list-table.tsx';
import { TabList, tabPanelProps } from '#renderer/ui/tab-list.tsx';
import { CellLine, MutedText, TextLink } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes, tabular } from '#renderer/ui/theme.ts';
import { ONE_PANE, useMedia } from '#renderer/ui/use-media.ts';
import { number } from './import-text.ts';

const PER_PAGE = 50;

const useStyles = makeStyles({
  head: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    flexWrap: 'wrap',
    columnGap: '16px',
    padding: `0 ${sizes.cardSide}`,
  },
  /** An amount never breaks. */
  price: { ...tabular, margin: 0, whiteSpace: 'nowrap' },
  changes: { display: 'flex', flexWrap: 'wrap', columnGap: '20px', rowGap: '2px', margin: 0 },
  old: { color: palette.text3, textDecorationLine: 'line-through' },
  new: { color: palette.text1, fontWeight: 600 },
});

type Keyed = ImportRow & { id: number };

/** Returns a row's filled cells, including the cost if it is shown. */
const cellsOf = (kind: ImportKind, { values, cost }: ImportRow): [name: string, cell: string][] => {
  const field = costField(kind);
  const all = field && cost ? { ...values, [field]: cost } : values;
  return Object.entries(all).filter(([, cell]) => cell !== '');
};

function RowText({ kind, row, isBeside }: { kind: ImportKind; row: ImportRow; isBeside: boolean }) {
  // A new price stands beside the old one.
  const cells = cellsOf(kind, row).filter(([name]) => !isBeside || row.before?.[name] === undefined);
  const told = cells.map(([name, cell]) => `${fieldLabel(kind, name)} ${cell}`);
  // A row that names nothing known is told apart by its first cell.
  const title = row.subject ?? told.shift();
  if (title === undefined) return <MutedText>An empty row</MutedText>;
  return (
    <>
      {title}
      <CellLine>{told.join(' · ')}</CellLine>
    </>
  );
}

function Warnings({ kind, row }: { kind: ImportKind; row: ImportRow }) {
  return (
    <Stack as="ul" gap={4}>
      {row.warnings.map(({ field, message }) => (
        <li key={`${field} ${message}`}>
          <Text size="bodyStrong" tone="text1">
            {fieldLabel(kind, field)}
          </Text>{' '}
          {message}
        </li>
      ))}
    </Stack>
  );
}

function Problems({ kind, row }: { kind: ImportKind; row: ImportRow }) {
  return (
    <Stack as="ul" gap={4}>
      {row.problems.map(({ field, message, inventory_item_id: unitId }) => (
        <li key={`${field} ${message}`}>
          <Text size="bodyStrong" tone="danger">
            {fieldLabel(kind, field)}
          </Text>{' '}
          {message}
          {unitId ? (
            <>
              {' '}
              <TextLink to={`/inventory/${unitId}`}>Open it</TextLink>
            </>
          ) : null}
        </li>
      ))}
    </Stack>
  );
}

/** Returns a cell with a price as amounts are written; unchanged where it is none. */
function priceText(cell: string | undefined): string {
  const amount = parsePesos(cell ?? '');
  return amount === null ? cell || 'None' : formatMoney(amount, 'purchasing');
}

/** Shows old and new prices side by side. */
function PriceChanges({ kind, row }: { kind: ImportKind; row: ImportRow }) {
  const styles = useStyles();
  const cost = costField(kind) ?? 'cost';
  const before = { ...row.before, ...(row.cost_before ? { [cost]: row.cost_before } : {}) };
  const after: Record<string, string> = { ...row.values, ...(row.cost ? { [cost]: row.cost } : {}) };
  return (
    <dl className={styles.changes}>
      {Object.entries(before).map(([name, old]) => (
        <Row key={name} gap={6} wraps>
          <Text as="dt" tone="text3">
            {fieldLabel(kind, name)}
          </Text>
          <dd className={mergeClasses(styles.price, styles.old)} aria-label={`was ${priceText(old)}`}>
            {priceText(old)}
          </dd>
          <dd
            className={mergeClasses(styles.price, styles.new)}
            aria-label={`becomes ${priceText(after[name])}`}
          >
            {priceText(after[name])}
          </dd>
        </Row>
      ))}
    </dl>
  );
}

function columnsOf(kind: ImportKind, { state, isWarned }: Tab, isCard: boolean): Column<Keyed>[] {
  const showsChanges = kind === 'prices' && !isWarned && (state === 'good' || state === 'made');
  const columns: Column<Keyed>[] = [
    {
      key: 'row',
      phone: 'state',
      head: 'Row',
      width: 'content',
      cell: ({ row }) => (isCard ? <MutedText>{`Row ${number(row)}`}</MutedText> : number(row)),
    },
    {
      key: 'cells',
      phone: 'title',
      head: 'In the file',
      cell: (row) => <RowText kind={kind} row={row} isBeside={showsChanges} />,
    },
  ];
  if (state === 'kept') {
    const cell = ({ problems }: Keyed) => problems.map(({ message }) => message).join('; ');
    return [...columns, { key: 'reason', phone: 'line', head: 'Why it stays', width: '46%', cell }];
  }
  if (state === 'bad' || state === 'not_taken') {
    const cell = (row: Keyed) => <Problems kind={kind} row={row} />;
    return [...columns, { key: 'problems', phone: 'line', head: 'Problems', width: '46%', cell }];
  }
  if (isWarned) {
    const cell = (row: Keyed) => <Warnings kind={kind} row={row} />;
    return [...columns, { key: 'warnings', phone: 'line', head: 'What is odd', width: '46%', cell }];
  }
  if (!showsChanges) return columns;
  const cell = (row: Keyed) => <PriceChanges kind={kind} row={row} />;
  return [...columns, { key: 'changes', phone: 'line', head: 'Old and new price', width: '46%', cell }];
}

type Tab = { value: string; state: ImportRowState; isWarned?: boolean; label: string };

/** Returns the tabs of an import's rows, the faulty ones first. */
function tabsOf(record: ImportRecord): Tab[] {
  const { good_rows, bad_rows, same_rows, warned_rows, made_rows, not_taken_rows } = record;
  const isUndone = record.state === 'undone';
  const isOver = isUndone || record.state === 'done';
  const tabs: (Omit<Tab, 'value'> & { value?: string; count: number })[] = [
    { state: 'kept', label: 'Stayed', count: record.kept_count },
    { state: 'undone', label: 'Taken back', count: record.undone_count },
    { state: 'not_taken', label: 'Not taken', count: not_taken_rows },
    { state: 'bad', label: isOver ? 'Left out' : 'Problems', count: bad_rows },
    { value: 'warned', state: 'good', isWarned: true, label: 'To look at', count: isOver ? 0 : warned_rows },
    { state: 'good', label: 'To be imported', count: isOver ? 0 : good_rows },
    { state: 'made', label: 'Imported', count: isOver && !isUndone ? made_rows : 0 },
    { state: 'same', label: 'No change', count: same_rows },
  ];
  return tabs
    .filter(({ count }) => count > 0)
    .map(({ count, ...tab }) => ({
      value: tab.state,
      ...tab,
      // A row with a quantity may have gone in part: what is counted is units, not rows.
      label: isUndone && tab.state !== 'bad' ? tab.label : `${tab.label} (${number(count)})`,
    }));
}

const NO_TAB: Tab = { value: 'bad', state: 'bad', label: '' };

/** Lists the rows of a file by their result. */
export function RowLists({ record }: { record: ImportRecord }) {
  const styles = useStyles();
  const id = useId();
  const isCard = useMedia(ONE_PANE);
  const tabs = tabsOf(record);
  const [chosen, setChosen] = useState<string | null>(null);
  const [page, setPage] = useState(1);
  const tab = tabs.find(({ value }) => value === chosen) ?? tabs[0] ?? NO_TAB;
  const { state, isWarned } = tab;
  const query = { state, page, per_page: PER_PAGE, ...(isWarned ? { warned: true } : {}) };
  const asked = { params: { importId: record.id }, query };
  const list = usePage(read(imports.rows, asked), setPage);
  const download = useFileExport(`import-${record.id}-problems`, () =>
    api.imports.export({ params: { importId: record.id } }),
  );
  const keyed: ListPageState<Keyed> = {
    ...list,
    // Rows have no id: their number in the file serves as one.
    page: list.page && { ...list.page, data: list.page.data.map((row) => ({ ...row, id: row.row })) },
  };
  if (tabs.length === 0) return null;
  return (
    <Card flush>
      <div className={styles.head}>
        <TabList
          id={id}
          label="Rows of the file"
          tabs={tabs}
          value={tab.value}
          onChange={(value) => {
            setChosen(value);
            setPage(1);
          }}
        />
        {record.bad_rows + record.not_taken_rows > 0 ? (
          <Button appearance="subtle" icon={<ArrowDownload20Regular />} onClick={() => void download.run({})}>
            Download problems
          </Button>
        ) : null}
      </div>
      <div {...tabPanelProps(id, tab.value)}>
        <ListTable
          bare
          label={tab.label}
          list={keyed}
          columns={columnsOf(record.kind, tab, isCard)}
          empty={{ icon: <CheckmarkCircle24Regular />, title: 'No rows' }}
        />
      </div>
    </Card>
  );
}
