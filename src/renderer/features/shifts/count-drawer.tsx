import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Shift } from '#contract/shifts.ts';
import { type ZReading, zReadings } from '#contract/z-readings.ts';
import { type Tender, paymentMethodLabels, tenders } from '#domain/payments.ts';
import { methodsOf } from '#domain/store-rules.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { useConnection } from '#renderer/lib/connection.ts';
import { SCANNED_INTO } from '#renderer/lib/keyboard-scanner.ts';
import { read } from '#renderer/lib/read.ts';
import { useCtrlEnter } from '#renderer/lib/use-ctrl-enter.ts';
import { useEscape } from '#renderer/lib/use-escape.ts';
import { useResolveLostResponse } from '#renderer/lib/use-resolve-lost-response.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { KeyCap } from '#renderer/ui/key-cap.tsx';
import { Columns, Row } from '#renderer/ui/layout.tsx';
import { MoneyField } from '#renderer/ui/money-field.tsx';
import { PageFoot } from '#renderer/ui/page-foot.tsx';
import { SavedInput } from '#renderer/ui/saved-input.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes, type, windows } from '#renderer/ui/theme.ts';
import { ClosingSide } from './closing-side.tsx';
import { keptZReading } from './kept-z-reading.ts';
import { PiecesTable } from './pieces-table.tsx';
import { countNote, NOTHING_COUNTED, savedCount, type SavedCount, useClosing } from './use-closing.ts';
import { useShiftSlips } from './use-shift-slips.ts';

const numbersOf = (taken: readonly ZReading[]) =>
  taken.length === 1
    ? `Z reading ${taken[0]?.no} taken`
    : `Z readings ${taken[0]?.no} to ${taken.at(-1)?.no} taken`;

/** The Z reading of a till whose shift was closed: offered while a day is due; its number is reported, and it is printed. */
function useZOfTill(tillId: number, isClosed: boolean, print: (reading: ZReading) => void) {
  const { may } = useSignedIn();
  const { busy, unsure, run } = useRouteMutation(
    zReadings.create,
    { done: ({ data }) => numbersOf(data), failed: 'The Z reading was not taken' },
    { keptAs: keptZReading },
  );
  const due = useQuery({
    ...read(zReadings.due, { query: { till_id: tillId } }),
    enabled: isClosed && may('shifts.close'),
  });
  /** Returns false if no reading was taken, which was reported. */
  const take = async (): Promise<boolean> => {
    const taken = await run({ body: { till_id: tillId } });
    taken?.data.forEach(print);
    return taken !== null;
  };
  const isTaken = due.isSuccess && due.data.data.length === 0;
  useResolveLostResponse(isTaken ? unsure : null, () => void take());
  return {
    busy,
    // If that is unknown, taking the reading reports why.
    isDue: isClosed && (due.isError || (due.data?.data.length ?? 0) > 0),
    take,
  };
}

const useOtherMethodsStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px', margin: 0 },
});

type OtherMethodsProps = {
  methods: readonly Tender[];
  amounts: Partial<Record<Tender, number | null>>;
  /** Methods of an earlier count: this one must include them. */
  again: readonly Tender[];
  /** Methods that were left out on the last attempt. */
  missing: readonly Tender[];
  locked: boolean;
  onAmount: (method: Tender, pesos: number | null) => void;
};

const leftEmpty = (again: readonly Tender[]) =>
  again.length === 0
    ? 'what is left empty is not compared.'
    : 'what is left empty is not compared, but for what was counted before.';

/** The amounts of card slips and wallets, added up in the evening. */
function OtherMethods({ methods, amounts, again, missing, locked, onAmount }: OtherMethodsProps) {
  const styles = useOtherMethodsStyles();
  const fields = useRef(new Map<Tender, HTMLInputElement>());
  useEffect(() => {
    if (missing[0]) fields.current.get(missing[0])?.focus();
  }, [missing]);
  const errorOf = (method: Tender) => {
    if (Number.isNaN(amounts[method])) return 'Invalid amount';
    const isLeftOut = (amounts[method] ?? null) === null && missing.includes(method);
    return isLeftOut ? 'Count it again, too' : null;
  };
  if (methods.length === 0) return null;
  return (
    <section className={styles.root} aria-label="Other methods">
      <Text as="p" size="label" tone="text2">
        Other methods, if they are added up, without what is pending: {leftEmpty(again)}
      </Text>
      <Columns columns="repeat(auto-fill, minmax(160px, 1fr))" gap={24}>
        {methods.map((method) => (
          <MoneyField
            {...SCANNED_INTO}
            key={method}
            ref={(field) => {
              if (field) fields.current.set(method, field);
            }}
            label={paymentMethodLabels[method]}
            value={amounts[method] ?? null}
            required={again.includes(method)}
            error={errorOf(method)}
            disabled={locked}
            onChange={(pesos) => onAmount(method, pesos)}
          />
        ))}
      </Columns>
    </section>
  );
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    height: '100%',
    minHeight: 0,
    // The count, then the shift and what is done with it; the page scrolls.
    [windows.onePane]: { flexDirection: 'column', height: 'auto' },
  },
  left: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0, minHeight: 0 },
  main: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    padding: '12px 24px',
    [windows.onePane]: { overflowY: 'visible', padding: '12px 16px' },
  },
  keys: {
    ...type.label,
    display: 'flex',
    alignItems: 'center',
    gap: '24px',
    flexShrink: 0,
    minHeight: `${sizes.keyStrip}px`,
    padding: '0 24px',
    borderTop: `1px solid ${palette.hairline}`,
    backgroundColor: palette.surface,
    color: palette.text2,
    [windows.onePane]: { display: 'none' },
  },
});

const OFFLINE =
  'A shift is counted and closed on the server: what you type is kept until the connection is back.';

/** The page that opened the count, to return to. */
type BackFromCount = {
  to: string;
  /** "Point of Sale" */
  label: string;
  /** "the till" */
  place: string;
  /** True if leaving the count resumes selling at the till; elsewhere the drawer stays counted. */
  resumes: boolean;
};

type CountDrawerProps = { shift: Shift; back: BackFromCount; onClosed?: (shift: Shift) => void };

/** Counts a shift's drawer and closes the shift, starting from saved input if there is any. */
export function CountDrawer(props: CountDrawerProps) {
  const { shift, back } = props;
  return (
    <SavedInput
      name={countNote(shift.id)}
      schema={savedCount}
      nothing={NOTHING_COUNTED}
      what="count"
      title="Close shift"
      back={back}
    >
      {(saved) => <Counting {...props} saved={saved} />}
    </SavedInput>
  );
}

function Counting({ shift, saved, back, onClosed }: CountDrawerProps & { saved: SavedCount }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const { store, may } = useSignedIn();
  const closing = useClosing(shift, saved);
  const { isReachable } = useConnection();
  const slips = useShiftSlips();
  const [isSure, setSure] = useState(false);
  const isClosed = shift.status === 'closed';
  const z = useZOfTill(shift.till.id, isClosed, (reading) => void slips.printZ(reading, `z-${reading.id}`));
  const locked = isClosed || closing.busy;

  const finish = (done: Shift | null) => {
    if (done?.status !== 'closed') return;
    onClosed?.(done);
    // The slip prints in the background.
    void slips.printCount(done, `count-${done.id}`);
  };
  const count = async () => {
    if (closing.busy || isClosed || closing.problem !== null) return;
    if (closing.isEmpty && !isSure) return setSure(true);
    setSure(false);
    finish(await closing.count());
  };
  const close = async () => {
    if (!closing.busy && shift.status === 'counted') finish(await closing.close());
  };
  useCtrlEnter(() => void (shift.status === 'counted' && !closing.isChanged ? close() : count()));
  const resume = async () => {
    if (!closing.busy && (await closing.resume())) await navigate(back.to);
  };
  const leave = async () => {
    if (closing.busy) return;
    if (back.resumes && store.is_active && shift.status === 'counted') return resume();
    await navigate(back.to);
  };
  useEscape(() => void leave());
  // A method once counted is counted again, even if the store no longer takes it.
  const counted: readonly Tender[] = [...methodsOf(store.settings), ...shift.methods_counted];
  const others = tenders.filter((method) => method !== 'cash' && counted.includes(method));
  return (
    <div className={styles.root}>
      <div className={styles.left}>
        <div className={styles.main}>
          {/* The bar at the foot is for what is done with the count. */}
          <PageFoot value={null}>
            <DetailHeader
              back={back}
              title={isClosed ? 'Shift closed' : 'Close shift'}
              line={
                isClosed
                  ? `This is what was counted at ${shift.till.name}.`
                  : isReachable
                    ? `Count what is in the drawer of ${shift.till.name}.`
                    : OFFLINE
              }
            />
          </PageFoot>
          <PiecesTable
            autoFocus={!isClosed}
            typed={closing.typed}
            onType={closing.type}
            locked={locked}
            settled={isClosed}
            totalLabel="Counted total"
          />
          {/* Once it is closed, the difference tells them. */}
          {isClosed ? null : (
            <OtherMethods
              methods={others}
              amounts={closing.others}
              again={shift.methods_counted}
              missing={closing.missing}
              locked={locked}
              onAmount={closing.setOther}
            />
          )}
        </div>
        <div className={styles.keys} aria-label="Keyboard shortcuts">
          {isClosed ? null : (
            <>
              <Row as="span" gap={8} align="center">
                <KeyCap>Enter</KeyCap> Next field
              </Row>
              <Row as="span" gap={8} align="center">
                <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> Move
              </Row>
            </>
          )}
          <Row as="span" gap={8} align="center">
            <KeyCap>Esc</KeyCap> Back to {back.place}
          </Row>
        </div>
      </div>
      <ClosingSide
        shift={shift}
        timeZone={zonesOf(store)}
        busy={closing.busy || z.busy}
        isChanged={closing.isChanged}
        reason={closing.reason}
        reasonError={closing.reasonError}
        onReason={closing.setReason}
        disabledReason={closing.problem}
        maySeeExpected={may('shifts.view')}
        mayReadZ={z.isDue}
        onX={() => void slips.printX(shift.id)}
        onCount={() => void count()}
        onClose={() => void close()}
        onResume={store.is_active ? () => void resume() : null}
        onPrint={() => void slips.printCount(shift)}
        onZ={z.take}
        doneLabel={`To ${back.place}`}
        onDone={() => void leave()}
      />
      <ConfirmDialog
        open={isSure}
        title="Count the drawer as empty?"
        consequence="No bill or coin was entered: ₱0.00 is counted."
        confirmLabel="Count ₱0.00"
        onConfirm={() => void count()}
        onCancel={() => setSure(false)}
      />
    </div>
  );
}
