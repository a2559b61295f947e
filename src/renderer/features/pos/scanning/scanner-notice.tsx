import { PlugDisconnected20Regular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import type { ScannerStatus } from '#bridge/scanning.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { till } from '#renderer/lib/till.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { TroubleBanner } from '../screen/trouble-banner.tsx';

const isReady = ({ state }: ScannerStatus) => state === 'ready';

/** Returns the till's scanners that cannot be used now. A loss sounds; a scanner that works again is announced. */
function useScannerStatus(): ScannerStatus[] {
  const notify = useNotify();
  const [troubled, setTroubled] = useState<ScannerStatus[]>([]);
  const known = useRef(new Map<string, ScannerStatus>());

  useEffect(() => {
    let isHeard = false;
    const take = (scanners: ScannerStatus[]) => {
      for (const scanner of scanners) {
        const before = known.current.get(scanner.scanner);
        if (before && isReady(scanner) && !isReady(before)) {
          // Without a reason it had no trouble before: it is opened for the first time.
          if (before.reason !== null) notify.success(`Scanner ${scanner.scanner} works again`);
        }
        if (before && isReady(before) && !isReady(scanner)) soundError();
      }
      known.current = new Map(scanners.map((scanner) => [scanner.scanner, scanner]));
      setTroubled(scanners.filter((scanner) => !isReady(scanner) && scanner.reason !== null));
    };
    const stop = till.scanner.onStatus((scanners) => {
      isHeard = true;
      take(scanners);
    });
    void till.scanner.status().then((scanners) => {
      // A status received meanwhile is newer.
      if (!isHeard) take(scanners);
    });
    return stop;
  }, [notify]);
  return troubled;
}

const whatHelps: Record<ScannerStatus['state'], string> = {
  missing: 'It works again as soon as it is plugged in.',
  failed: 'Check it in the device settings.',
  ready: '',
};

/** Shows a banner while a scanner is missing: which, why, and how to sell without it. */
export function ScannerNotice() {
  const troubled = useScannerStatus();
  return troubled.map(({ scanner, state, reason }) => (
    <TroubleBanner key={scanner} icon={<PlugDisconnected20Regular />}>
      <strong>Scanner {reason}.</strong> {whatHelps[state]} Until then, type a code into the search box and
      press Enter.
    </TroubleBanner>
  ));
}
