import { BarcodeScanner24Regular } from '@fluentui/react-icons';
import { SCAN_CODE_MAX } from '#contract/codecs.ts';
import { SCANNED_INTO } from '#renderer/lib/keyboard-scanner.ts';
import { TextField } from './text-field.tsx';

type LabelCodeFieldProps = {
  /** Says which labels will do, if not all. */
  hint?: string;
  value: string;
  error?: string | null;
  onType: (text: string) => void;
};

/** The only field of a dialog: takes the code of a QR label by scanner or by hand. The dialog's button takes Enter. */
export function LabelCodeField({ hint, value, error, onType }: LabelCodeFieldProps) {
  return (
    <TextField
      {...SCANNED_INTO}
      label="QR code"
      autoFocus
      size={48}
      maxLength={SCAN_CODE_MAX}
      autoComplete="off"
      prefix={<BarcodeScanner24Regular />}
      placeholder="Scan a label, or type its code"
      hint={hint}
      value={value}
      error={error}
      onChange={(event) => onType(event.target.value)}
    />
  );
}
