import { makeStyles } from '@fluentui/react-components';
import { Add20Regular, BarcodeScanner24Regular, Delete20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { ScannerStatus } from '#bridge/scanning.ts';
import { deviceSettings, type ScannerSettings, type TillSettings } from '#bridge/settings.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { Row, Stack } from '#renderer/ui/layout.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes } from '#renderer/ui/theme.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { useSaveDevices, useScannerStates } from './device-queries.ts';
import { scannerLine, scannerName, scannerStateText } from './device-text.ts';
import { ScannerDialog } from './scanner-dialog.tsx';

const useStyles = makeStyles({
  entry: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '56px',
    boxSizing: 'border-box',
    padding: `8px 12px 8px ${sizes.cardSide}`,
    borderBottom: `1px solid ${palette.rowLine}`,
    ':last-child': { borderBottom: 'none' },
  },
  text: { flexGrow: 1, minWidth: 0 },
});

/** Returns why a scanner cannot be added to those set up; null if it can. */
function whyNot(scanner: ScannerSettings, { scanners, printer }: TillSettings): string | null {
  const name = scannerName(scanner);
  if (scanners.some((known) => scannerName(known) === name)) return `${name} is set up already`;
  const port = printer?.connection.kind === 'serial' ? printer.connection.path : null;
  if (scanner.kind === 'serial' && port === scanner.path) return 'The receipt printer is at this port';
  const list = deviceSettings.shape.scanners.safeParse([...scanners, scanner]);
  return list.success ? null : (list.error.issues[0]?.message ?? 'This scanner cannot be added');
}

type ScannersCardProps = { settings: TillSettings; onPrintSheet: (() => void) | null };

/** Lists the scanners that the till opens itself, with their state; changes are saved at once. */
export function ScannersCard({ settings, onPrintSheet }: ScannersCardProps) {
  const notify = useNotify();
  const save = useSaveDevices();
  const states = useScannerStates();
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<ScannerSettings | null>(null);

  const saveScanners = async (scanners: ScannerSettings[], done: string): Promise<string | null> => {
    try {
      await save({ scanners });
      notify.success(done);
      return null;
    } catch {
      return 'The till could not save its settings';
    }
  };
  const add = async (scanner: ScannerSettings) =>
    whyNot(scanner, settings) ??
    saveScanners([...settings.scanners, scanner], `${scannerName(scanner)} added`);
  const remove = async (scanner: ScannerSettings) => {
    setLeaving(null);
    const others = settings.scanners.filter((known) => scannerName(known) !== scannerName(scanner));
    const refused = await saveScanners(others, `${scannerName(scanner)} removed`);
    if (refused !== null) notify.error('Scanner not removed', refused);
  };
  return (
    <Card
      title="Scanners"
      flush
      side={
        <Row gap={8}>
          {onPrintSheet ? <Button onClick={onPrintSheet}>Print set-up sheet</Button> : null}
          <Button icon={<Add20Regular />} onClick={() => setAdding(true)}>
            Add scanner
          </Button>
        </Row>
      }
    >
      {settings.scanners.length === 0 ? (
        <EmptyState compact icon={<BarcodeScanner24Regular />} title="No scanner is set up">
          Scanners that type like a keyboard work without being set up. Add one that is on a serial port, or
          that speaks USB HID POS.
        </EmptyState>
      ) : (
        <Stack as="ul" aria-label="Scanners">
          {settings.scanners.map((scanner) => (
            <ScannerRow
              key={scannerName(scanner)}
              scanner={scanner}
              status={states.get(scannerName(scanner))}
              onRemove={() => setLeaving(scanner)}
            />
          ))}
        </Stack>
      )}
      {isAdding ? <ScannerDialog onAdd={add} onClose={() => setAdding(false)} /> : null}
      <ConfirmDialog
        open={leaving !== null}
        title={`Remove ${leaving ? scannerName(leaving) : ''}?`}
        consequence="The till no longer listens to it. It can be added again."
        confirmLabel={`Remove ${leaving ? scannerName(leaving) : ''}`}
        onConfirm={() => leaving && void remove(leaving)}
        onCancel={() => setLeaving(null)}
      />
    </Card>
  );
}

type ScannerRowProps = {
  scanner: ScannerSettings;
  status: ScannerStatus | undefined;
  onRemove: () => void;
};

function ScannerRow({ scanner, status, onRemove }: ScannerRowProps) {
  const styles = useStyles();
  const name = scannerName(scanner);
  const badge = status ? scannerStateText[status.state] : null;
  return (
    <li className={styles.entry}>
      <div className={styles.text}>
        <Text as="div" size="bodyStrong" tone="text1" breaks>
          {name}
        </Text>
        <Text as="div" size="meta" tone="text3" breaks>
          {status?.reason ?? scannerLine(scanner)}
        </Text>
      </div>
      <span role="status">{badge ? <StatusBadge tone={badge.tone}>{badge.text}</StatusBadge> : null}</span>
      <Button appearance="subtle" icon={<Delete20Regular />} label={`Remove ${name}`} onClick={onRemove} />
    </li>
  );
}
