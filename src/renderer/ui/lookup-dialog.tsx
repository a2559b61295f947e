import type { ReactNode } from 'react';
import type { Path } from 'react-hook-form';
import type { z } from '#contract/zod.ts';
import {
  useContractForm,
  type ContractForm,
  type ContractFormOptions,
  type Sending,
} from '#renderer/lib/use-contract-form.ts';
import { FormDialog } from './form-dialog.tsx';
import { TextField } from './text-field.tsx';
import type { LookupEntry } from './use-lookup-dialogs.tsx';

/** Props of an area's own dialog. */
export type LookupDialogProps<Row extends LookupEntry> = {
  /** Null for a new one. */
  entry: Row | null;
  onClose: () => void;
  onSaved?: (entry: Row) => void;
};

type FormProps<Row extends LookupEntry, S extends z.ZodObject> = LookupDialogProps<Row> & {
  /** "Product Type" */
  noun: string;
  /** An entry is a name alone: it is renamed. */
  renames?: boolean;
  schema: S;
  values: ContractFormOptions<S>['values'];
  /** Creates or changes the entry; null when it failed, which was told. */
  save: (values: z.output<S>, sending: Sending<S>) => Promise<Row | null>;
  /** The fields below the name. */
  children?: (form: ContractForm<S>) => ReactNode;
};

/** Adds an entry to a short list, or changes one. */
export function LookupDialog<Row extends LookupEntry, S extends z.ZodObject>(props: FormProps<Row, S>) {
  const { entry, noun, renames = false, schema, values, save, children, onClose, onSaved } = props;
  const form = useContractForm(schema, {
    values,
    send: async (checked, sending) => {
      const saved = await save(checked, sending);
      if (!saved) return;
      onSaved?.(saved);
      onClose();
    },
  });
  const verb = renames ? 'Rename' : 'Edit';
  const saveLabel = renames ? 'Rename' : `Save ${noun}`;
  // Every entry has a name, which the schema's type alone does not tell.
  const name = 'name' as Path<ContractFormOptions<S>['values']>;
  return (
    <FormDialog
      form={form.state}
      title={entry ? `${verb} ${entry.name}` : `Add ${noun}`}
      submitLabel={entry ? saveLabel : `Add ${noun}`}
      onClose={onClose}
    >
      <TextField {...form.field(name)} label="Name" required size={44} autoComplete="off" />
      {children?.(form)}
    </FormDialog>
  );
}
