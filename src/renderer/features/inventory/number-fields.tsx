import type { UseFormRegisterReturn } from 'react-hook-form';
import { isLuhnValid } from '#domain/barcodes.ts';
import { SCANNED_INTO } from '#renderer/lib/keyboard-scanner.ts';
import { TextLink } from '#renderer/ui/table-text.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import type { CodeField } from './code-fields.ts';

const IMEI_DIGITS = 15;

/** Fifteen digits of which the last one does not fit: it may be misread, and may be kept. */
function imeiWarning(imei: string | null | undefined): string | null {
  const digits = (imei ?? '').replace(/[\s-]/g, '');
  const isOdd = new RegExp(`^\\d{${IMEI_DIGITS}}$`).test(digits) && !isLuhnValid(digits);
  return isOdd ? 'Its last digit does not fit: check this IMEI' : null;
}

/** Which unit has a code already, by its field. */
export type TakenBy = Readonly<Partial<Record<string, number>>>;

type NumberFieldsProps = {
  field: (name: CodeField) => UseFormRegisterReturn & { error: string | undefined };
  imei: string | null | undefined;
  imei2: string | null | undefined;
  takenBy: TakenBy;
};

/** The numbers that tell a unit from others; each says which unit has it already, and leads to it. */
export function NumberFields({ field: plain, imei, imei2, takenBy }: NumberFieldsProps) {
  const code = (name: CodeField) => {
    const field = plain(name);
    const owner = takenBy[name];
    if (!field.error || owner === undefined) return field;
    const link = (
      <TextLink small to={`/inventory/${owner}`}>
        Show it
      </TextLink>
    );
    return {
      ...field,
      error: (
        <span>
          {field.error}. {link}
        </span>
      ),
    };
  };
  return (
    <>
      <TextField
        {...SCANNED_INTO}
        {...code('imei')}
        label="IMEI"
        autoComplete="off"
        warning={imeiWarning(imei)}
      />
      <TextField
        {...SCANNED_INTO}
        {...code('imei2')}
        label="Second IMEI"
        autoComplete="off"
        warning={imeiWarning(imei2)}
      />
      <TextField {...SCANNED_INTO} {...code('serial_number')} label="Serial number" autoComplete="off" />
      <TextField {...SCANNED_INTO} {...code('qr_code')} label="QR code" autoComplete="off" />
    </>
  );
}
