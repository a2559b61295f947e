import { PlugDisconnected20Regular } from '@fluentui/react-icons';
import type { ScannerStatus } from '#bridge/scanning.ts';
import { TroubleBanner } from '../screen/trouble-banner.tsx';
import { useScannerStatus } from './use-scanner-status.ts';

const whatHelps: Record<ScannerStatus['state'], string> = {
  missing: 'It works again as soon as it is plugged in.',
  failed: 'Check it in the device settings.',
  ready: '',
};

/** Across the till while one of its scanners is missing: which, why, and how to sell without it. */
export function ScannerNotice() {
  const troubled = useScannerStatus();
  return troubled.map(({ scanner, state, reason }) => (
    <TroubleBanner key={scanner} icon={<PlugDisconnected20Regular />}>
      <strong>Scanner {reason}.</strong> {whatHelps[state]} Until then, type a code into the search box and
      press Enter.
    </TroubleBanner>
  ));
}
