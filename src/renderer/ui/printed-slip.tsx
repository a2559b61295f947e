import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReceiptRow, ReceiptWidth } from '#domain/receipt.ts';
import { QrCode } from './qr-code.tsx';
import { palette, type } from './theme.ts';
import { useScrolls } from './use-scrolls.ts';

const useStyles = makeStyles({
  root: {
    ...type.receipt,
    boxSizing: 'content-box',
    maxWidth: '100%',
    margin: '0 auto',
    padding: '16px 21px',
    border: `1px solid ${palette.hairline}`,
    borderRadius: '2px',
    backgroundColor: palette.surface,
    color: palette.text1,
    overflowX: 'auto',
  },
  row: { minHeight: '17px', whiteSpace: 'pre' },
  bold: { fontWeight: 700 },
  tall: { height: '34px', fontWeight: 700, whiteSpace: 'pre' },
  stretched: { display: 'inline-block', transform: 'scaleY(2)', transformOrigin: 'top' },
  qr: { display: 'block', width: '104px', height: '104px', margin: '8px auto', color: palette.text1 },
});

function PrintedSlipRow({ row, columns }: { row: ReceiptRow; columns: number }) {
  const styles = useStyles();
  switch (row.kind) {
    case 'text':
      return <div className={mergeClasses(styles.row, row.bold && styles.bold)}>{row.text}</div>;
    case 'tall':
      return (
        <div className={styles.tall}>
          <span className={styles.stretched}>{row.text}</span>
        </div>
      );
    case 'rule':
      return (
        <div className={styles.row} role="presentation">
          {'-'.repeat(columns)}
        </div>
      );
    case 'qr':
      return <QrCode data={row.data} label="QR code of this sale" className={styles.qr} />;
  }
}

type PrintedSlipProps = {
  rows: readonly ReceiptRow[];
  columns: ReceiptWidth;
  /** The accessible name. */
  label?: string;
};

/** A receipt on screen, row for row as it is printed. */
export function PrintedSlip({ rows, columns, label = 'Receipt' }: PrintedSlipProps) {
  const styles = useStyles();
  const [watch, scrolls] = useScrolls();
  return (
    <div
      ref={watch}
      role="group"
      aria-label={label}
      tabIndex={scrolls ? 0 : undefined}
      className={styles.root}
      style={{ width: `${columns}ch` }}
    >
      {rows.map((row, index) => (
        <PrintedSlipRow key={index} row={row} columns={columns} />
      ))}
    </div>
  );
}
