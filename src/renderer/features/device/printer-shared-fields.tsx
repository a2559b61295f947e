import { useFormContext } from 'react-hook-form';
import { codePages } from '#bridge/settings.ts';
import { SelectField } from '#renderer/ui/select-field.tsx';
import type { DeviceForm, PrinterName } from './device-form-values.ts';
import { codePageText } from './device-text.ts';
import { SwitchField } from './switch-field.tsx';

const pages = codePages.map((page) => ({ value: page, label: codePageText[page] }));

/** Chooses the code page of a printer. */
export function LettersField({ name }: { name: PrinterName }) {
  const { register, formState } = useFormContext<DeviceForm>();
  return (
    <SelectField
      {...register(`${name}.code_page`)}
      label="Letters"
      options={pages}
      error={formState.errors[name]?.code_page?.message}
    />
  );
}

/** Sets whether a printer is asked for its status. */
export function AsksStatusField({ name, note }: { name: PrinterName; note: string }) {
  return <SwitchField name={`${name}.asks_status`} label="Ask the printer how it is" note={note} />;
}
