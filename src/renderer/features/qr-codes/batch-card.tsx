import { makeStyles } from '@fluentui/react-components';
import { ArrowDownload20Regular, Print20Regular, QrCode24Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { qrCodes } from '#contract/qr-codes.ts';
import { QR_BATCH_MAX, QR_SHEET_COLUMNS } from '#domain/qr-codes.ts';
import { callRoute } from '#renderer/lib/api-client.ts';
import { errorTextFor } from '#renderer/lib/failures.ts';
import { read } from '#renderer/lib/read.ts';
import { saveFile } from '#renderer/lib/save-file.ts';
import { useOnce } from '#renderer/lib/use-once.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { QrCode } from '#renderer/ui/qr-code.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { focusRing, palette, sizes, windows } from '#renderer/ui/theme.ts';
import { PrintLabelsDialog } from './print-labels-dialog.tsx';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    minWidth: 0,
    minHeight: 0,
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
    overflow: 'hidden',
    [windows.onePane]: { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center' },
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    flexShrink: 0,
    height: `${sizes.cardHead}px`,
    padding: `0 ${sizes.cardSide}`,
    borderBottom: `1px solid ${palette.hairline}`,
    [windows.onePane]: { flexGrow: 1, borderBottom: 'none' },
  },
  scroller: {
    flexGrow: 1,
    minHeight: 0,
    padding: '16px',
    overflowY: 'auto',
    backgroundColor: palette.canvas,
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
    // The list needs the room.
    [windows.onePane]: { display: 'none' },
  },
  sheet: {
    display: 'grid',
    gridTemplateColumns: `repeat(${QR_SHEET_COLUMNS}, minmax(0, 1fr))`,
    gap: '10px 4px',
    margin: 0,
    padding: '12px 4px',
    backgroundColor: palette.surface,
    border: `1px solid ${palette.hairline}`,
  },
  label: { display: 'grid', gap: '4px', justifyItems: 'center', margin: 0 },
  code: { width: '44px', height: '44px', color: '#000' },
  text: { fontSize: '9px', lineHeight: '12px', color: palette.text1 },
  foot: {
    display: 'grid',
    gap: '8px',
    flexShrink: 0,
    padding: '12px 16px',
    borderTop: `1px solid ${palette.hairline}`,
    [windows.onePane]: { gridAutoFlow: 'column', flexGrow: 1, borderTop: 'none' },
  },
});

/** Downloads a batch as the picture that the server draws. */
function useDownload(batchCode: string) {
  const notify = useNotify();
  return useOnce(async () => {
    const body = { batch_code: batchCode, columns: QR_SHEET_COLUMNS } as const;
    try {
      saveFile(await callRoute(qrCodes.downloadBatch, { body }), `${batchCode}.png`);
      notify.settled();
    } catch (error) {
      const text = errorTextFor(error, 'Failed to download batch');
      notify.error(text.title, text.body);
    }
  });
}

/** A batch as printed: a preview, and buttons for the picture and label paper. */
export function BatchCard({ batchCode }: { batchCode: string }) {
  const styles = useStyles();
  const [isPrinting, setPrinting] = useState(false);
  const download = useDownload(batchCode);
  const query = { batch_code: batchCode, per_page: QR_BATCH_MAX };
  const found = useQuery(read(qrCodes.list, { query }));
  const codes = found.data?.data;
  const good = codes?.filter(({ status }) => status !== 'voided');
  const text = good && `${good.length} ${good.length === 1 ? 'label' : 'labels'}`;
  return (
    <section className={styles.root} aria-label="Label sheet">
      <div className={styles.head}>
        <Text as="h2" size="cardTitle" tone="text1">
          Label sheet
        </Text>
        <Text size="label" figures tone="text3">
          {text}
        </Text>
      </div>
      {found.isError && !codes ? (
        <ErrorState
          compact
          title="The sheet could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : null}
      <div className={styles.scroller} role="region" aria-label="Label sheet preview" tabIndex={0}>
        {good?.length === 0 ? (
          <EmptyState compact icon={<QrCode24Regular />} title="All codes of this batch are voided" />
        ) : null}
        {codes === undefined && !found.isError ? <Skeleton height={240} /> : null}
        {good?.length ? (
          <div className={styles.sheet}>
            {good.map(({ qr_code }) => (
              <figure key={qr_code} className={styles.label}>
                <QrCode data={qr_code} label={`QR code ${qr_code}`} className={styles.code} />
                <figcaption className={styles.text}>{qr_code}</figcaption>
              </figure>
            ))}
          </div>
        ) : null}
      </div>
      <div className={styles.foot}>
        <Button
          icon={<ArrowDownload20Regular />}
          disabled={download.busy || !good?.length}
          onClick={() => void download.run(undefined)}
        >
          {download.busy ? 'Drawing the sheet…' : 'Download sheet'}
        </Button>
        <Button icon={<Print20Regular />} disabled={!good?.length} onClick={() => setPrinting(true)}>
          Print labels
        </Button>
      </div>
      {isPrinting && codes ? (
        <PrintLabelsDialog batchCode={batchCode} codes={codes} onClose={() => setPrinting(false)} />
      ) : null}
    </section>
  );
}
