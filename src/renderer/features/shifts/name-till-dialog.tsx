import { useMergedRefs } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { tills, type Till } from '#contract/shifts.ts';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { useFirstFocus } from '#renderer/ui/use-first-focus.ts';

const livingOf = (known: readonly Till[]) => known.filter(({ retired_at }) => retired_at === null);

/** Proposes the next name: `Counter 3` beside two others. */
const nextName = (known: readonly Till[]): string => {
  const names = new Set(livingOf(known).map(({ name }) => name.toLowerCase()));
  let no = 1;
  while (names.has(`counter ${no}`)) no += 1;
  return `Counter ${no}`;
};

type NameTillDialogProps = {
  storeName: string;
  /** True if the user may assign this device to an existing till whose own device is gone. */
  mayAdopt: boolean;
  /** Why this computer cannot be another till now. */
  disabledReason: string | null;
  onClose: () => void;
};

/** Makes this device a till of the store: a new one, or an existing one whose device is gone. */
export function NameTillDialog(props: NameTillDialogProps) {
  const { data } = useQuery(read(tills.list));
  return data ? <NameTill {...props} known={data.data} /> : null;
}

const NEW = '';
const MANAGER_ADOPTS = ' A manager signs in here first if it takes the place of another computer.';

function NameTill(props: NameTillDialogProps & { known: Till[] }) {
  const { storeName, mayAdopt, disabledReason, known, onClose } = props;
  const [adopted, setAdopted] = useState(NEW);
  const create = useRouteMutation(tills.create, {
    done: ({ name }) => `This computer is ${name} now`,
    failed: 'Failed to name this till',
  });
  const adopt = useRouteMutation(tills.adopt, {
    done: ({ name }) => `This computer is ${name} now`,
    failed: 'Failed to take over till',
  });
  const living = livingOf(known);
  const form = useContractForm(tills.create.body, {
    values: { name: nextName(known) },
    send: async ({ name }, { onError }) => {
      // The device's till loads again, and the next dialog replaces this one.
      if (adopted === NEW) await create.run({ body: { name } }, onError);
      else await adopt.run({ params: { tillId: Number(adopted) } });
    },
  });
  const first = useRef<HTMLInputElement>(null);
  useFirstFocus(first);
  const { ref, ...name } = form.field('name');
  const nameField = useMergedRefs(first, ref);
  return (
    <FormDialog
      form={form.state}
      title="Which till is this?"
      line={`Shifts, cash and readings at ${storeName} go by tills. This computer keeps its name.`}
      submitLabel={form.state.busy ? 'Saving…' : 'Continue'}
      disabledReason={disabledReason}
      footNote={disabledReason}
      onClose={onClose}
    >
      {mayAdopt && living.length > 0 ? (
        <SelectField
          label="This computer"
          options={[
            { value: NEW, label: 'Is a new till' },
            ...living.map(({ id, name, open_shift }) => ({
              value: String(id),
              label: `Takes the place of ${name}${open_shift ? `, where ${open_shift.opened_by.name}’s shift is open` : ''}`,
            })),
          ]}
          value={adopted}
          onChange={(event) => setAdopted(event.target.value)}
        />
      ) : null}
      {adopted === NEW ? (
        <TextField
          {...name}
          ref={nameField}
          label="Name"
          required
          size={44}
          autoComplete="off"
          maxLength={41}
          hint={`As it stands on readings: “Counter 1”.${mayAdopt || living.length === 0 ? '' : MANAGER_ADOPTS}`}
          onFocus={(event) => event.target.select()}
        />
      ) : null}
    </FormDialog>
  );
}
