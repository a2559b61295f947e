import { makeStyles } from '@fluentui/react-components';
import { BarcodeScanner24Regular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { SCAN_CODE_MAX } from '#contract/codecs.ts';
import { readScan } from '#domain/barcodes.ts';
import { KEYBOARD_HOME } from '#renderer/lib/keep-focus.ts';
import { SCANNED_INTO } from '#renderer/lib/keyboard-scanner.ts';
import { takeTyping } from '#renderer/lib/typing-home.ts';
import { useF2Key } from '#renderer/lib/use-f2-key.ts';
import { usePageScans } from '#renderer/lib/use-page-scans.ts';
import { Button } from './button.tsx';
import { FieldKey } from './key-cap.tsx';
import { Row } from './layout.tsx';
import { TextField } from './text-field.tsx';
import { ONE_PANE, PHONE, useMedia } from './use-media.ts';

const useStyles = makeStyles({ field: { flexGrow: 1 } });

type ScanFieldProps = {
  /** Says what to scan next. */
  label?: string;
  /** Takes the focus whenever it changes, such as after a button leads on to the next scan. */
  turn?: string;
  /** The text of a button that takes what was typed, for fingers. */
  button?: string;
  onCode: (code: string) => void;
};

const ANY_CODE = 'Scan an IMEI, serial number or QR code';
const ANY_CODE_SHORT = 'Scan an IMEI, serial or QR code';

/** Returns the placeholder of a field for any code, as long as there is room for it. */
export function useCodePlaceholder(hasButton: boolean): string {
  const isOnePane = useMedia(ONE_PANE);
  const isPhone = useMedia(PHONE);
  if (isPhone && hasButton) return 'Scan it, or type it';
  return isOnePane ? ANY_CODE_SHORT : ANY_CODE;
}

/** Takes every scan on the page while no dialog is open, and typed codes; F2 focuses it from anywhere on the page. */
export function ScanField({ label, turn, button, onCode }: ScanFieldProps) {
  const styles = useStyles();
  const placeholder = useCodePlaceholder(button !== undefined);
  const name = label ?? ANY_CODE;
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  usePageScans(onCode);
  useEffect(() => takeTyping(() => field.current), []);
  useEffect(() => {
    if (turn !== undefined) field.current?.focus();
  }, [turn]);
  useF2Key(field);
  const takeTyped = () => {
    // A scanner too slow to be recognised as one types its prefix too.
    const code = readScan(text);
    if (code) onCode(code);
    setText('');
  };
  const input = (
    <TextField
      {...SCANNED_INTO}
      {...KEYBOARD_HOME}
      ref={field}
      className={button === undefined ? undefined : styles.field}
      // A user who opens the page is about to scan, or to type a code.
      autoFocus
      label={name}
      labelHidden
      size={48}
      maxLength={SCAN_CODE_MAX}
      autoComplete="off"
      prefix={<BarcodeScanner24Regular />}
      placeholder={label === undefined ? placeholder : label}
      suffix={<FieldKey>F2</FieldKey>}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text) {
          // Emptied first; the next Esc is the page's.
          event.preventDefault();
          setText('');
        }
        if (event.key !== 'Enter' || !text.trim()) return;
        event.preventDefault();
        takeTyped();
      }}
    />
  );
  if (button === undefined) return input;
  return (
    <Row gap={8} align="center">
      {input}
      <Button
        size="till"
        appearance="primary"
        onClick={() => {
          if (text.trim()) takeTyped();
          else field.current?.focus();
        }}
      >
        {button}
      </Button>
    </Row>
  );
}
