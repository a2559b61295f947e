import { makeStyles } from '@fluentui/react-components';
import { BarcodeScanner24Regular } from '@fluentui/react-icons';
import { codeKind } from '#domain/barcodes.ts';
import { formatTime } from '#domain/store-time.ts';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { useTriedScans } from './device-queries.ts';
import { codeKindText } from './device-text.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  scan: {
    padding: '10px 20px',
    borderBottom: `1px solid ${palette.rowLine}`,
    ':first-child': { backgroundColor: palette.brandFill },
    ':last-child': { borderBottom: 'none' },
  },
  code: { ...type.bodyStrong, color: palette.text1, overflowWrap: 'anywhere' },
  line: { ...type.meta, color: palette.text3, overflowWrap: 'anywhere' },
});

/** What every scanner sends, as it comes: to see that it is heard, and that it is read whole. */
export function TryScannerCard({ timeZone }: { timeZone: string }) {
  const styles = useStyles();
  const scans = useTriedScans();
  return (
    <Card title="Try a scanner" flush>
      <div role="log" aria-label="Scans">
        {scans.length === 0 ? (
          <EmptyState compact icon={<BarcodeScanner24Regular />} title="Scan something">
            What any scanner reads shows here, and goes nowhere else.
          </EmptyState>
        ) : (
          <ul className={styles.list}>
            {scans.map((scan) => (
              <li key={scan.key} className={styles.scan}>
                <div className={styles.code}>{scan.code}</div>
                <div className={styles.line}>
                  {codeKindText[codeKind(scan.code)]} · {scan.scanner} · {formatTime(scan.at, timeZone)}
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
