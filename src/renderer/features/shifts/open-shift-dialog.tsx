import { useRef, useState } from 'react';
import { floatForm, shifts } from '#contract/shifts.ts';
import type { Centavos } from '#domain/money.ts';
import { countedTotal, denominations, type CashCount } from '#domain/shifts.ts';
import { useOnce } from '#renderer/lib/use-once.ts';
import { useRouteMutation, type OnError } from '#renderer/lib/use-route-mutation.ts';
import { emptyForm, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { ChoiceButtons } from '#renderer/ui/choice-buttons.tsx';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { FormMoneyField } from '#renderer/ui/form-money-field.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { useFirstFocus } from '#renderer/ui/use-first-focus.ts';
import { countedIn, problemsIn, type TypedPieces } from './pieces.ts';
import { PiecesTable } from './pieces-table.tsx';

const WAYS = [
  { value: 'sum', label: 'As a sum' },
  { value: 'pieces', label: 'By bills and coins' },
] as const;

const sumForm = floatForm.pick({ amount: true }).required();

/** What was counted into the drawer. */
export type CountedFloat = { amount: Centavos; denominations: CashCount | null };

type OpenShiftDialogProps = {
  tillName: string;
  /** Opens it on this till while the server cannot be reached; true if it is open. Null where the server opens it. */
  onKeep: ((float: CountedFloat) => Promise<boolean>) | null;
  onOpened: () => void;
  onClose: () => void;
};

const ASKED = 'What is in the drawer now? It is counted again when the shift closes.';

/** Asks for the opening float: a sum, or its bills and coins. */
export function OpenShiftDialog({ tillName, onKeep, onOpened, onClose }: OpenShiftDialogProps) {
  const [way, setWay] = useState<(typeof WAYS)[number]['value']>('sum');
  const [typed, setTyped] = useState<TypedPieces>({});
  const { run, busy: isSending } = useRouteMutation(shifts.open, {
    done: ({ number, till }) => ({ title: 'Shift open', body: `${number} at ${till.name}` }),
    failed: 'Failed to open shift',
  });
  const keeping = useOnce(async (float: CountedFloat) => (await onKeep?.(float)) ?? false);
  const busy = isSending || keeping.busy;
  const open = async ({ amount, denominations }: CountedFloat, onError?: OnError) => {
    const body = denominations ? { denominations } : { amount };
    const isOpen = onKeep
      ? await keeping.run({ amount, denominations })
      : (await run({ body }, onError)) !== null;
    if (isOpen) onOpened();
  };
  const first = useRef<HTMLInputElement>(null);
  useFirstFocus(first);
  const form = useContractForm(sumForm, {
    values: emptyForm(sumForm, { amount: null }),
    send: ({ amount }, { onError }) => open({ amount, denominations: null }, onError),
  });
  const openWithPieces = async () => {
    if (problemsIn(typed).length > 0 || busy) return;
    const denominations = countedIn(typed);
    await open({ amount: countedTotal(denominations), denominations });
  };
  const isEmpty = denominations.every(({ key }) => !typed[key]?.trim());
  const isBad = problemsIn(typed).length > 0;
  const isDirty = form.state.isDirty || !isEmpty;
  const state =
    way === 'sum'
      ? { ...form.state, isDirty }
      : {
          ...form.state,
          isDirty,
          busy,
          submit: (event: React.FormEvent) => {
            event.preventDefault();
            void openWithPieces();
          },
        };
  return (
    <FormDialog
      form={state}
      width={way === 'pieces' ? 600 : 480}
      title={`Open a shift at ${tillName}`}
      line={onKeep ? `${ASKED} Kept on this till, sent first when the server is back.` : ASKED}
      submitLabel={busy ? 'Opening…' : 'Open shift'}
      deliberate={way === 'pieces'}
      disabledReason={
        way === 'pieces' && (isEmpty || isBad)
          ? isEmpty
            ? 'Enter how many bills and coins there are'
            : 'Some counts are not right yet'
          : null
      }
      onClose={onClose}
    >
      <ChoiceButtons label="How it is entered" choices={WAYS} value={way} onChange={setWay} even />
      {way === 'sum' ? (
        <FormMoneyField control={form.control} name="amount" ref={first} label="Float" required size={44} />
      ) : (
        <Stack>
          <PiecesTable
            dense
            autoFocus
            typed={typed}
            locked={busy}
            totalLabel="Float"
            onType={(key, text) => setTyped((known) => ({ ...known, [key]: text }))}
          />
        </Stack>
      )}
    </FormDialog>
  );
}
