import type { UseFormRegisterReturn } from 'react-hook-form';
import { imeiWarning } from '#domain/barcodes.ts';
import { labelWarning } from '#domain/qr-codes.ts';
import { SCANNED_INTO } from '#renderer/lib/keyboard-scanner.ts';
import { TextLink } from '#renderer/ui/table-text.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import type { CodeField } from './code-fields.ts';

/** The ids of the units that have a code already, by field. */
export type TakenBy = Readonly<Partial<Record<string, number>>>;

type NumberFieldsProps = {
  field: (name: CodeField) => UseFormRegisterReturn & { error: string | undefined };
  imei: string | null | undefined;
  imei2: string | null | undefined;
  serial: string | null | undefined;
  takenBy: TakenBy;
};

/** Edits the numbers that identify a unit; a number that is taken links to its unit. */
export function NumberFields({ field: plain, imei, imei2, serial, takenBy }: NumberFieldsProps) {
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
        label="IMEI 2"
        autoComplete="off"
        warning={imeiWarning(imei2)}
      />
      <TextField
        {...SCANNED_INTO}
        {...code('serial_number')}
        label="Serial number"
        autoComplete="off"
        warning={labelWarning(serial)}
      />
      <TextField {...SCANNED_INTO} {...code('qr_code')} label="QR code" autoComplete="off" />
    </>
  );
}
