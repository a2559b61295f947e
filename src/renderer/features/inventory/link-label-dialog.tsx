import { useEffect, useState } from 'react';
import type { ApiError } from '#contract/errors.ts';
import type { InventoryUnit } from '#contract/inventory.ts';
import { qrCodes } from '#contract/qr-codes.ts';
import { normaliseQrCode, readScan } from '#domain/barcodes.ts';
import { takeScans } from '#renderer/lib/scans.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { LabelCodeField } from '#renderer/ui/label-code-field.tsx';
import { unitNameText } from './unit-text.ts';

type LinkLabelDialogProps = { unit: InventoryUnit; onClose: () => void };

/** Gives a unit the label that is scanned, of the order that it came on; why not stands at the field. */
export function LinkLabelDialog({ unit, onClose }: LinkLabelDialogProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { busy, run } = useRouteMutation(qrCodes.createAndLink, {
    done: ({ qr_code }) => ({ title: `${qr_code} linked`, body: unitNameText(unit) }),
    failed: 'QR code not linked',
  });
  const link = async (given: string) => {
    const code = normaliseQrCode(readScan(given));
    setTyped(code);
    if (code === '') {
      setError('Scan or type the code of a label');
      return soundError();
    }
    setError(null);
    const onError = (refusal: ApiError) => {
      setError(Object.values(refusal.fields).flat()[0] ?? refusal.message);
      soundError();
      return null;
    };
    if (await run({ params: { code }, body: { inventory_item_id: unit.id } }, onError)) onClose();
  };
  const latest = useLatest((code: string) => void link(code));
  useEffect(() => takeScans((code) => latest.current(code)), [latest]);
  return (
    <DialogShell
      open
      width={600}
      locked={busy}
      title="Link Label"
      line={unitNameText(unit)}
      onClose={onClose}
      foot={
        <>
          <Button size="till" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button size="till" appearance="primary" disabled={busy} onClick={() => void link(typed)}>
            Link Label
          </Button>
        </>
      }
    >
      <LabelCodeField
        placeholder="Scan a label of the order that it came on"
        value={typed}
        error={error}
        onType={(text) => {
          setTyped(text);
          setError(null);
        }}
        onEnter={() => void link(typed)}
      />
    </DialogShell>
  );
}
