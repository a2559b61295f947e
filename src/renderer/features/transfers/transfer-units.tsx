import { makeStyles } from '@fluentui/react-components';
import {
  ArrowUndo20Regular,
  BarcodeScanner24Regular,
  Checkmark20Regular,
  Warning20Regular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import type { Transfer, TransferItem } from '#contract/transfers.ts';
import { formatShortDate } from '#domain/calendar-dates.ts';
import { formatTime, storeDate, type Zones } from '#domain/store-time.ts';
import { unitLabel, whereItShouldBe } from '#domain/transfers.ts';
import { serverNow } from '#renderer/lib/server-time.ts';
import { DataTable, type Column } from '#renderer/ui/data-table.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { RowMenu, type RowAction } from '#renderer/ui/row-menu.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { TabList, tabPanelProps, type Tab } from '#renderer/ui/tab-list.tsx';
import { CellLine, MutedText } from '#renderer/ui/table-text.tsx';
import { palette, windows } from '#renderer/ui/theme.ts';
import { useMedia } from '#renderer/ui/use-media.ts';
import { isToSettle, newestFirst } from './arrivals.ts';
import { shownState } from './transfer-text.ts';
import { CodesCell, ProductCell } from '#renderer/ui/unit-cells.tsx';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
    overflow: 'hidden',
  },
  tabs: { flexShrink: 0, padding: '0 18px', borderBottom: `1px solid ${palette.hairline}` },
  panel: { display: 'flex', flexDirection: 'column', minHeight: 0 },
});

const NARROW = windows.narrow.replace('@media ', '');

type TabName = 'all' | 'scanned' | 'settle';

/** Formats the time of day, or the date if it is not today. */
const seenAt = (at: number, zone: Zones) =>
  storeDate(at, zone) === storeDate(serverNow(), zone)
    ? formatTime(at, zone)
    : formatShortDate(storeDate(at, zone), { withYear: true });

function ScannedCell({ item, timeZone }: { item: TransferItem; timeZone: Zones }) {
  if (item.scanned_at === null) return <MutedText>–</MutedText>;
  return (
    <>
      {seenAt(item.scanned_at, timeZone)}
      <CellLine>{item.scanned_by?.name}</CellLine>
    </>
  );
}

/** Returns the remark below a unit's state: the reason, or where it should be. */
function remarkOf(item: TransferItem): string | null {
  const place = item.place === null ? null : whereItShouldBe(item.place);
  return [place, item.reason].filter(Boolean).join(' · ') || null;
}

/** A narrow table also shows here who scanned it. */
function StateCell({ item, scanned = null }: { item: TransferItem; scanned?: string | null }) {
  const remark = [scanned, remarkOf(item)].filter(Boolean).join(' · ');
  return (
    <>
      <StateBadge of="transferred" state={shownState(item)} />
      {remark ? <CellLine>{remark}</CellLine> : null}
    </>
  );
}

type UnitActions = {
  /** Marks a unit whose label cannot be read as if it was scanned. */
  onArrived: (item: TransferItem) => void;
  onUndo: (item: TransferItem) => void;
  onDamaged: (item: TransferItem) => void;
};

const actionsFor = (item: TransferItem, { onArrived, onUndo, onDamaged }: UnitActions): RowAction[] => {
  const isScanned = item.state === 'extra' || (item.state === 'in_transit' && item.scanned_at !== null);
  return [
    ...(shownState(item) === 'expected'
      ? [{ label: 'Mark arrived', icon: <Checkmark20Regular />, onClick: () => onArrived(item) }]
      : []),
    ...(item.state === 'in_transit'
      ? [{ label: 'Mark damaged', icon: <Warning20Regular />, onClick: () => onDamaged(item) }]
      : []),
    ...(isScanned ? [{ label: 'Undo scan', icon: <ArrowUndo20Regular />, onClick: () => onUndo(item) }] : []),
  ];
};

type TransferUnitsProps = {
  transfer: Transfer;
  timeZone: Zones;
  /** The actions of the receiver. */
  actions: UnitActions | null;
  /** Returns a unit's page; null if it is in a store that is not the reader's. */
  pageOf: (item: TransferItem) => string | null;
};

type ColumnsFor = Omit<TransferUnitsProps, 'transfer'> & {
  isNarrow: boolean;
  /** False until the first scan: its column would be empty. */
  isScanned: boolean;
};

function columnsOf({ timeZone, actions, pageOf, isNarrow, isScanned }: ColumnsFor): Column<TransferItem>[] {
  const scannedText = ({ scanned_at, scanned_by }: TransferItem) =>
    scanned_at === null ? null : `${seenAt(scanned_at, timeZone)}, ${scanned_by?.name ?? ''}`;
  const scanned: Column<TransferItem> = {
    key: 'scanned',
    head: 'Scanned',
    width: '150px',
    cell: (item) => <ScannedCell item={item} timeZone={timeZone} />,
  };
  return [
    { key: 'product', head: 'Product', cell: (item) => <ProductCell unit={item} to={pageOf(item)} /> },
    {
      key: 'codes',
      phone: 'line',
      head: 'IMEI or serial number',
      width: 'content',
      cell: (item) => <CodesCell unit={item} />,
    },
    ...(isNarrow || !isScanned ? [] : [scanned]),
    {
      key: 'state',
      head: 'Status',
      width: '24%',
      cell: (item) => <StateCell item={item} scanned={isNarrow ? scannedText(item) : null} />,
    },
    ...(actions
      ? [
          {
            key: 'actions',
            head: 'Actions',
            headHidden: true,
            width: '56px',
            align: 'end' as const,
            cell: (item: TransferItem) => (
              <RowMenu label={`Actions for ${unitLabel(item)}`} actions={actionsFor(item, actions)} />
            ),
          },
        ]
      : []),
  ];
}

/** The units of a transfer, last scan first. */
export function TransferUnits({ transfer, ...shown }: TransferUnitsProps) {
  const styles = useStyles();
  const isNarrow = useMedia(NARROW);
  const [tab, setTab] = useState<TabName>('all');
  const lists: Record<TabName, TransferItem[]> = {
    all: newestFirst(transfer.items),
    scanned: newestFirst(transfer.items.filter(({ scanned_at }) => scanned_at !== null)),
    settle: newestFirst(transfer.items.filter(isToSettle)),
  };
  const tabs: Tab<TabName>[] = [
    { value: 'all', label: 'All units', count: lists.all.length },
    { value: 'scanned', label: 'Scanned', count: lists.scanned.length },
    {
      value: 'settle',
      label: transfer.status === 'in_transit' ? 'To settle' : 'Differences',
      count: lists.settle.length,
    },
  ];
  const rows = lists[tab];
  return (
    <div className={styles.root}>
      <div className={styles.tabs}>
        <TabList id="units" label="Units of the transfer" tabs={tabs} value={tab} onChange={setTab} />
      </div>
      <div {...tabPanelProps('units', tab)} className={styles.panel}>
        <DataTable
          bare
          label="Units"
          columns={columnsOf({ ...shown, isNarrow, isScanned: lists.scanned.length > 0 })}
          rows={rows}
          rowKey={(item) => item.inventory_item_id}
          instead={
            rows.length === 0 ? (
              <EmptyState
                compact
                icon={<BarcodeScanner24Regular />}
                title={tab === 'scanned' ? 'Nothing was scanned yet' : 'Nothing is left to settle'}
              />
            ) : null
          }
        />
      </div>
    </div>
  );
}
