import { useId, useState } from 'react';
import { useOnce } from '#renderer/lib/use-once.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';

type PasteDialogProps = {
  seesCosts: boolean;
  onPaste: (text: string) => Promise<void>;
  onClose: () => void;
};

/** Takes rows that were copied from a spreadsheet. */
export function PasteDialog({ seesCosts, onPaste, onClose }: PasteDialogProps) {
  const id = useId();
  const [text, setText] = useState('');
  const { busy, run } = useOnce(async (pasted: string) => {
    await onPaste(pasted);
    onClose();
  });
  return (
    <FormDialog
      form={{
        id,
        isDirty: text !== '',
        busy,
        errors: 0,
        submit: (event) => {
          event.preventDefault();
          void run(text);
        },
      }}
      title="Paste rows"
      line={`Copy the cells of a spreadsheet: SKU or barcode, quantity${seesCosts ? ', and the unit cost' : ''}.`}
      width={600}
      submitLabel="Add Rows"
      disabledReason={text.trim() === '' ? 'Paste some rows first' : null}
      onClose={onClose}
    >
      <TextArea
        label="Rows"
        rows={10}
        value={text}
        spellCheck={false}
        autoFocus
        hint={
          seesCosts
            ? 'One a line. Without a unit cost, a row takes what the product is known to cost.'
            : 'One a line. A row takes what the product is known to cost.'
        }
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  );
}
