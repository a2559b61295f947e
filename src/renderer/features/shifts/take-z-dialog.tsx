import { makeStyles } from '@fluentui/react-components';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { Till } from '#contract/shifts.ts';
import { zReadings, type ZReading } from '#contract/z-readings.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import type { CallInput } from '#renderer/lib/api-client.ts';
import { read } from '#renderer/lib/read.ts';
import { useResolveLostResponse } from '#renderer/lib/use-resolve-lost-response.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { SubmitForm } from '#renderer/ui/submit-form.tsx';
import { keptZReading } from './kept-z-reading.ts';
import { nameOfTill } from './till-name.ts';

const useStyles = makeStyles({ fields: { display: 'flex', flexDirection: 'column', gap: '16px' } });

type TakeZDialogProps = {
  tills: readonly Till[];
  /** Receives the readings taken, last day last. */
  onTaken: (readings: readonly ZReading[]) => void;
  onClose: () => void;
};

/** Loads each till's days that have no reading yet. */
function useDueTills(tills: readonly Till[]) {
  const queries = useQueries({
    queries: tills.map(({ id }) => read(zReadings.due, { query: { till_id: id } })),
  });
  const due = tills.flatMap((till, place) => {
    const days = queries[place]?.data?.data ?? [];
    return days.length > 0 ? [{ till, days }] : [];
  });
  const failed = queries.find(({ isError }) => isError);
  return { due, failed, isPending: queries.some(({ isPending }) => isPending) };
}

/** Chooses the till and the last day to read: each day becomes a reading of its own. */
export function TakeZDialog({ tills, onTaken, onClose }: TakeZDialogProps) {
  const styles = useStyles();
  const { due, failed, isPending } = useDueTills(tills);
  const [tillId, setTillId] = useState<number | null>(null);
  const [day, setDay] = useState<string | null>(null);
  /** The days just read are due no longer, while the dialog is still to be replaced by its reading. */
  const [isTaken, setIsTaken] = useState(false);
  const { busy, unsure, run } = useRouteMutation(
    zReadings.create,
    { failed: 'The Z reading was not taken' },
    { keptAs: keptZReading },
  );
  const chosen = due.find(({ till }) => till.id === tillId) ?? due[0];
  const until = chosen?.days.find(({ business_date }) => business_date === day) ?? chosen?.days[0];
  const send = async (input: CallInput<typeof zReadings.create>) => {
    setIsTaken(true);
    const taken = await run(input);
    if (taken) onTaken(taken.data);
    else setIsTaken(false);
  };
  const take = async () => {
    if (chosen && until)
      await send({ body: { till_id: chosen.till.id, business_date: until.business_date } });
  };
  const isStillDue = due.some(({ till, days }) => {
    const sent = unsure?.body;
    return till.id === sent?.till_id && days.some(({ business_date: date }) => date === sent.business_date);
  });
  useResolveLostResponse(isPending || failed || isStillDue ? null : unsure, (input) => void send(input));
  const isOnItsWay = isTaken || unsure !== null;
  const isNothing = !isOnItsWay && !isPending && !failed && !chosen;
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={isNothing ? 'No Z reading is due' : 'Take Z reading'}
      consequence={
        isNothing
          ? 'Every closed shift is in one already. Close the open shift of a till first.'
          : 'It closes the day of a till for good; nothing in it changes afterwards.'
      }
      confirmLabel={busy ? 'Reading…' : 'Take Z reading'}
      cancelLabel={isNothing ? 'Close' : 'Cancel'}
      busy={busy}
      isRefused={!chosen}
      onConfirm={() => void take()}
      onCancel={onClose}
    >
      {failed && !chosen ? (
        <ErrorState
          title="The days could not be loaded"
          error={failed.error}
          onRetry={() => void failed.refetch()}
        />
      ) : isPending || (isOnItsWay && !chosen) ? (
        <>
          <LoadingNote>Loading the days that are due</LoadingNote>
          <Skeleton height={44} />
        </>
      ) : chosen && until ? (
        <SubmitForm onSubmit={() => void take()} disabled={busy} className={styles.fields}>
          <SelectField
            label="Till"
            options={due.map(({ till }) => ({ value: String(till.id), label: nameOfTill(till) }))}
            value={String(chosen.till.id)}
            onChange={(event) => setTillId(Number(event.target.value))}
          />
          <SelectField
            label="Day"
            options={chosen.days.map(({ business_date }, place) => ({
              value: business_date,
              label:
                place === 0
                  ? formatDate(business_date)
                  : `Up to ${formatDate(business_date)} (${place + 1} readings)`,
            }))}
            value={until.business_date}
            onChange={(event) => setDay(event.target.value)}
          />
        </SubmitForm>
      ) : null}
    </ConfirmDialog>
  );
}
