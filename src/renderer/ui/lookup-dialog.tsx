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

/** Props of a module's own dialog. */
export type LookupDialogProps<Row extends LookupEntry> = {
  /** Null for a new one. */
  entry: Row | null;
  onClose: () => void;
  onSaved?: (entry: Row) => void;
};

type FormProps<Row extends LookupEntry, S extends z.ZodObject> = LookupDialogProps<Row> & {
  /** "Product Type" */
  noun: string;
  /** True if an entry is only a name: editing renames it. */
  renames?: boolean;
  /** True for fields two by two. */
  pairs?: boolean;
  schema: S;
  values: ContractFormOptions<S>['values'];
  /** Creates or changes the entry; null when it failed and the failure was shown. */
  save: (values: z.output<S>, sending: Sending<S>) => Promise<Row | null>;
  /** The fields below the name. */
  children?: (form: ContractForm<S>) => ReactNode;
};

/** Adds or changes an entry of a short list. */
export function LookupDialog<Row extends LookupEntry, S extends z.ZodObject>(props: FormProps<Row, S>) {
  const { entry, noun, renames = false, pairs, schema, values, save, children, onClose, onSaved } = props;
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
  const saveLabel = renames ? 'Rename' : `Update ${noun}`;
  // Every entry has a name, which the generic schema type does not express.
  const name = 'name' as Path<ContractFormOptions<S>['values']>;
  return (
    <FormDialog
      form={form.state}
      pairs={pairs}
      title={entry ? `${verb} ${entry.name}` : `Add ${noun}`}
      submitLabel={entry ? saveLabel : `Add ${noun}`}
      onClose={onClose}
    >
      <TextField {...form.field(name)} label="Name" required size={44} autoComplete="off" />
      {children?.(form)}
    </FormDialog>
  );
}
