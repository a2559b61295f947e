import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#contract/errors.ts';
import { normaliseQrCode, readScan } from '#domain/barcodes.ts';
import { looksLikeLabel, whyNotUnused } from '#domain/qr-codes.ts';
import { api } from '#renderer/lib/api.ts';
import { fixedErrorTextFor, type ToastText } from '#renderer/lib/failures.ts';
import { createScanQueue } from '#renderer/lib/scan-queue.ts';
import { holdScan, takeScans } from '#renderer/lib/scans.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { LabelCodeField } from '#renderer/ui/label-code-field.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { ScanVerdict, type Verdict } from '#renderer/ui/scan-verdict.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { SendButton } from '#renderer/ui/unsaved-dialog.tsx';
import { addPath, isAddPath } from './qr-text.ts';

/** The outcome of a scan: a page, why there is none, or what kept it from being found. */
type Outcome = { to: string } | { verdict: Verdict } | { failed: ToastText };

const LONGEST = 100;
const FAILED = 'Scan failed';

/** Finds a unit by any of its numbers: its label may have been printed elsewhere. */
async function unitWith(code: string): Promise<Outcome> {
  const { unit } = await api.inventory.whereIs({ query: { code } });
  if (!unit) {
    const what = looksLikeLabel(code) ? 'QR code not found' : 'Invalid QR code';
    return { verdict: { tone: 'bad', what, code, outcome: 'Item not found' } };
  }
  if (unit.is_yours) return { to: `/inventory/${unit.id}` };
  return { failed: { title: FAILED, body: `Item not found here: it is at ${unit.store.name}` } };
}

async function labelled(code: string): Promise<Outcome> {
  const found = await api.qrCodes.get({ params: { code } });
  if (found.status === 'unused') return { to: addPath(found.qr_code) };
  const unit = found.inventory_item;
  if (unit?.is_yours) return { to: `/inventory/${unit.id}` };
  if (unit) return { failed: { title: FAILED, body: 'Item not found in your stores' } };
  return { verdict: { tone: 'warning', what: 'Invalid QR code', code, outcome: whyNotUnused(found) } };
}

const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Looks a code up as a label's, then as any number of a unit. */
const outcomeOf = (code: string): Promise<Outcome> =>
  labelled(code)
    .catch((error: unknown) => {
      if (isUnknown(error)) return unitWith(code);
      throw error;
    })
    .catch((error: unknown) => ({ failed: fixedErrorTextFor(error, FAILED) }));

type ScanDialogProps = {
  /** A code scanned beforehand; null to wait for one. */
  scanned?: string | null;
  onFound: (path: string) => void;
  onClose: () => void;
};

/** Takes a label's code by scanner or by hand: an unused one opens the form of a new unit, a linked one its unit. */
export function ScanDialog({ scanned = null, onFound, onClose }: ScanDialogProps) {
  const notify = useNotify();
  const [typed, setTyped] = useState('');
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [busy, setBusy] = useState(false);
  const found = useRef<string | null>(null);
  const look = async (given: string) => {
    // A scan right after a label is a number of its unit: it is held for the page that opens.
    if (found.current !== null) return isAddPath(found.current) ? holdScan(given) : soundError();
    const code = normaliseQrCode(readScan(given));
    if (code === '' || code.length > LONGEST) {
      setVerdict({ tone: 'bad', what: 'Invalid QR code', outcome: 'Scan or type the code of a label' });
      return soundError();
    }
    setBusy(true);
    const outcome = await outcomeOf(code);
    setBusy(false);
    if ('to' in outcome) {
      found.current = outcome.to;
      return onFound(outcome.to);
    }
    setVerdict('verdict' in outcome ? outcome.verdict : null);
    if ('failed' in outcome)
      notify.error(outcome.failed.title, `${outcome.failed.body ?? ''}\n${code}`.trim());
    soundError();
  };
  const latest = useLatest(look);
  const [take] = useState(() => createScanQueue((code: string) => latest.current(code), soundError));
  const run = (code: string) => {
    if (!busy) take(code);
  };
  useEffect(() => {
    if (scanned !== null) take(scanned);
    return takeScans((code) => {
      setTyped('');
      take(code);
    });
  }, [scanned, take]);
  return (
    <DialogShell
      open
      width={600}
      title="Scan QR Code"
      line="An unused code adds its item, a linked one shows it."
      onClose={onClose}
      foot={
        <>
          <Button size="till" onClick={onClose}>
            Cancel
          </Button>
          <SendButton appearance="primary" disabled={busy} onClick={() => run(typed)}>
            Find code
          </SendButton>
        </>
      }
    >
      <Stack gap={16}>
        <LabelCodeField
          value={typed}
          onType={(text) => {
            setTyped(text);
            setVerdict(null);
          }}
        />
        {verdict ? <ScanVerdict verdict={verdict} /> : null}
      </Stack>
    </DialogShell>
  );
}
