import { BarcodeScanner24Regular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { SCAN_CODE_MAX } from '#contract/codecs.ts';
import { readScan } from '#domain/barcodes.ts';
import { SCANNED_INTO } from '#renderer/lib/keyboard-scanner.ts';
import { takeTyping } from '#renderer/lib/typing-home.ts';
import { useF2Key } from '#renderer/lib/use-f2-key.ts';
import { usePageScans } from '#renderer/lib/use-page-scans.ts';
import { FieldKey } from './key-cap.tsx';
import { TextField } from './text-field.tsx';
import { ONE_PANE, useMedia } from './use-media.ts';

type ScanFieldProps = {
  /** Says what to scan next. */
  label?: string;
  /** Takes the focus whenever it changes, such as after a button leads on to the next scan. */
  turn?: string;
  onCode: (code: string) => void;
};

const ANY_CODE = 'Scan an IMEI, serial number or QR code';
const ANY_CODE_SHORT = 'Scan an IMEI, serial or QR code';

/** Takes every scan on the page while no dialog is open, and typed codes; F2 focuses it from anywhere on the page. */
export function ScanField({ label, turn, onCode }: ScanFieldProps) {
  const isOnePane = useMedia(ONE_PANE);
  const name = label ?? ANY_CODE;
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  usePageScans(onCode);
  useEffect(() => takeTyping(() => field.current), []);
  useEffect(() => {
    if (turn !== undefined) field.current?.focus();
  }, [turn]);
  useF2Key(field);
  return (
    <TextField
      {...SCANNED_INTO}
      ref={field}
      // A user who opens the page is about to scan, or to type a code.
      autoFocus
      label={name}
      labelHidden
      size={48}
      maxLength={SCAN_CODE_MAX}
      autoComplete="off"
      prefix={<BarcodeScanner24Regular />}
      placeholder={isOnePane && !label ? ANY_CODE_SHORT : name}
      suffix={<FieldKey>F2</FieldKey>}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setText('');
        if (event.key !== 'Enter' || !text.trim()) return;
        event.preventDefault();
        // A scanner too slow to be recognised as one types its prefix too.
        const code = readScan(text);
        if (code) onCode(code);
        setText('');
      }}
    />
  );
}
