import { makeStyles } from '@fluentui/react-components';
import { QrCode20Regular, QrCode24Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { qrCodes } from '#contract/qr-codes.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { BatchCard } from '#renderer/features/qr-codes/batch-card.tsx';
import { CodeFilters } from '#renderer/features/qr-codes/batch-filter.tsx';
import { useCodeActions } from '#renderer/features/qr-codes/code-actions.tsx';
import { codeColumns } from '#renderer/features/qr-codes/code-columns.tsx';
import { GenerateBatch } from '#renderer/features/qr-codes/generate-batch.tsx';
import { QrFigures } from '#renderer/features/qr-codes/qr-figures.tsx';
import { ScanDialog } from '#renderer/features/qr-codes/scan-dialog.tsx';
import { read } from '#renderer/lib/read.ts';
import { useList } from '#renderer/lib/use-list.ts';
import { usePageScans } from '#renderer/lib/use-page-scans.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { AboveList, ListPage } from '#renderer/ui/list-page.tsx';
import { ListTable } from '#renderer/ui/list-table.tsx';
import { NotAllowed } from '#renderer/ui/not-allowed.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { actionsColumn } from '#renderer/ui/row-menu.tsx';
import { TabList, tabPanelProps } from '#renderer/ui/tab-list.tsx';
import { palette, sizes, windows } from '#renderer/ui/theme.ts';
import { useMedia } from '#renderer/ui/use-media.ts';
import { lists } from './lists.ts';

const useStyles = makeStyles({
  body: {
    display: 'flex',
    gap: '16px',
    flexGrow: 1,
    minHeight: 0,
    [windows.onePane]: { flexDirection: 'column', gap: '12px' },
  },
  main: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    minWidth: 0,
    minHeight: 0,
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
    overflow: 'hidden',
  },
  tabs: { flexShrink: 0, padding: `0 ${sizes.cardSide}`, borderBottom: `1px solid ${palette.hairline}` },
  panel: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
  filters: {
    flexShrink: 0,
    padding: `12px ${sizes.cardSide}`,
    borderBottom: `1px solid ${palette.hairline}`,
  },
  /** At the right; Tab comes to its button before all the rows. */
  sheet: {
    display: 'flex',
    order: 1,
    width: '272px',
    flexShrink: 0,
    minHeight: 0,
    [windows.onePane]: { order: 0, width: 'auto' },
  },
});

const tabs = [
  { value: 'generate', label: 'Generate New Batch' },
  { value: 'manage', label: 'Manage QR Codes' },
] as const;
type TabName = (typeof tabs)[number]['value'];
const NARROW = '(max-width: 1199px)';
const ID = 'qr-codes';
const NO_MORE_CODES = 'Nothing is received there any more, so no codes are generated for it.';

/** /qr-codes: label codes, printed before the goods arrive. */
export function QrCodesPage() {
  const { may } = useSignedIn();
  if (may('inventory.create')) return <QrCodes />;
  return (
    <NotAllowed
      back={{ to: '/dashboard', label: 'Dashboard' }}
      title="QR Codes"
      line="Labels printed before the goods arrive, one per unit."
      text="Access Denied"
      why="Your role lacks “Add stock and orders”. An admin can grant it."
    />
  );
}

function QrCodes() {
  const styles = useStyles();
  const { store, mayHere } = useSignedIn();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  /** The scan that the dialog begins with, or `scanned: null` to wait for one; null while it is closed. */
  const [scanning, setScanning] = useState<{ scanned: string | null } | null>(null);
  const tab: TabName = params.get('tab') === 'generate' ? 'generate' : 'manage';
  const open = (name: TabName, more: Record<string, string> = {}) =>
    setParams({ ...(name === 'generate' ? { tab: name } : {}), ...more }, { replace: true });
  const list = useList(...lists.qrCodes);
  const stats = useQuery(read(qrCodes.stats));
  const { actionsFor, dialog } = useCodeActions(mayHere);
  const isNarrow = useMedia(NARROW);
  usePageScans((scanned) => setScanning({ scanned }));
  const batch = tab === 'manage' ? list.query.batch_code : undefined;
  return (
    <ListPage>
      <PageHeader
        title="QR Codes"
        line="Labels printed before the goods arrive, one per unit."
        actions={{
          primary: {
            label: 'Scan QR Code',
            icon: <QrCode20Regular />,
            onClick: () => setScanning({ scanned: null }),
          },
        }}
      />
      {stats.isError && !stats.data ? null : (
        <AboveList>
          <QrFigures stats={stats.data} timeZone={zonesOf(store)} />
        </AboveList>
      )}
      <div className={styles.body}>
        {batch && list.page?.data.length !== 0 ? (
          <div className={styles.sheet}>
            <BatchCard key={batch} batchCode={batch} />
          </div>
        ) : null}
        <div className={styles.main}>
          <div className={styles.tabs}>
            <TabList label="QR codes" id={ID} tabs={tabs} value={tab} onChange={(name) => open(name)} />
          </div>
          <div {...tabPanelProps(ID, tab)} className={styles.panel}>
            {tab === 'generate' && !store.is_active ? (
              <EmptyState icon={<QrCode24Regular />} title={`${store.name} is inactive`}>
                {NO_MORE_CODES}
              </EmptyState>
            ) : tab === 'generate' ? (
              <GenerateBatch
                onGenerated={([first, ...others]) =>
                  open('manage', first !== undefined && others.length === 0 ? { batch_code: first } : {})
                }
              />
            ) : (
              <>
                <div className={styles.filters}>
                  <CodeFilters list={list} storeCode={store.code} mayDelete={mayHere('qr.delete')} />
                </div>
                <ListTable
                  bare
                  label="QR codes"
                  list={list}
                  columns={[
                    // Beside its sheet a batch has little room, and all its codes share one creation date.
                    ...codeColumns(zonesOf(store), batch !== undefined && isNarrow),
                    actionsColumn(({ qr_code }) => qr_code, actionsFor),
                  ]}
                  empty={{
                    icon: <QrCode24Regular />,
                    title: 'No QR codes yet',
                    text: store.is_active
                      ? 'Generate codes for a purchase order, and print their labels before the goods arrive.'
                      : NO_MORE_CODES,
                    action: store.is_active ? (
                      <Button appearance="primary" onClick={() => open('generate')}>
                        Generate New Batch
                      </Button>
                    ) : null,
                  }}
                  notFound={{ text: 'Check the batch code, or look among all statuses.' }}
                />
              </>
            )}
          </div>
        </div>
      </div>
      {dialog}
      {scanning ? (
        <ScanDialog {...scanning} onFound={(path) => void navigate(path)} onClose={() => setScanning(null)} />
      ) : null}
    </ListPage>
  );
}
