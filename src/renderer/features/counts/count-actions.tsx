import { ArrowDownload20Regular, DismissCircle20Regular, Print20Regular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { counts, type StockCount } from '#contract/counts.ts';
import { countSlip, type PrintedList } from '#domain/count-slip.ts';
import { countText } from '#domain/count-text.ts';
import { type DifferenceKind, differenceKinds, differenceText } from '#domain/counts.ts';
import { unitsText } from '#domain/units.ts';
import { useSlipFrame } from '#renderer/app/use-slip-frame.ts';
import { api } from '#renderer/lib/api.ts';
import { errorTextFor } from '#renderer/lib/failures.ts';
import { read } from '#renderer/lib/read.ts';
import { useFileExport } from '#renderer/lib/use-file-export.ts';
import { useOnce } from '#renderer/lib/use-once.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useSlipPrinting } from '#renderer/lib/use-slip-printing.ts';
import type { Action, Actions } from '#renderer/ui/page-actions.tsx';
import { ReasonDialog } from '#renderer/ui/reason-dialog.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { NARROW_WINDOW, useMedia } from '#renderer/ui/use-media.ts';

/** Rows of each list on the printed report; the exported file has all of them. */
const PRINTED = 100;

async function listOf(countId: number, kind: DifferenceKind): Promise<PrintedList> {
  const query = { kind, per_page: PRINTED };
  const { data, total, total_capped } = await api.counts.differences({ params: { countId }, query });
  return { title: differenceText[kind], rows: data, total, total_capped };
}

/** Prints a count's report: on this till's receipt printer, else by the browser's print dialog. */
function useCountReport() {
  const frame = useSlipFrame();
  const printSlip = useSlipPrinting();
  const notify = useNotify();
  return useOnce(async (count: StockCount) => {
    try {
      const lists = await Promise.all(differenceKinds.map((kind) => listOf(count.id, kind)));
      const document = { ...count, is_open: count.status === 'open', found: count.progress.found };
      await printSlip(countSlip(document, lists, frame.plain()));
    } catch (error) {
      const { title, body } = errorTextFor(error, 'Failed to print report');
      notify.error(title, body);
    }
  });
}

const inWords = new Intl.ListFormat('en-PH');

/** Returns what is said of missing units that customers paid for; null where there are none. */
function paidForText(missing: number, paidFor: number): string | null {
  if (paidFor === 0) return null;
  if (paidFor === 1) return `A customer paid for ${missing === 1 ? 'it' : '1 of them'}: look for it first.`;
  return `Customers paid for ${paidFor === missing ? 'all' : countText(paidFor)} of them: look for those first.`;
}

/** Returns the consequence text for closing a count. */
function consequenceOf({ progress, tills_waiting: tills, tills_silent: silent }: StockCount): string {
  const missing = progress.missing ?? 0;
  const paidFor = progress.paid_for ?? 0;
  const hasNumbers = progress.quantities > 0;
  return [
    missing > 0
      ? `${unitsText(missing)} not scanned ${missing === 1 ? 'becomes' : 'become'} lost, except what is in a cart.`
      : `Every unit${hasNumbers ? ' with a code' : ''} was found.`,
    paidForText(missing, paidFor),
    tills.length > 0
      ? `${inWords.format(tills)} ${tills.length === 1 ? 'has' : 'have'} sales that are not sent yet: what was sold there becomes lost, too, until they are.`
      : null,
    silent.length > 0
      ? `${inWords.format(silent)} ${silent.length === 1 ? 'is' : 'are'} not connected now: what is sold there becomes lost, too, until it is sent.`
      : null,
    hasNumbers ? 'Where a number is too low, the oldest units become lost.' : null,
    'Units from other stores are moved here. This cannot be undone.',
  ]
    .filter(Boolean)
    .join(' ');
}

type CountActionsProps = {
  count: StockCount;
  /** False at an inactive store, where an open count can only be cancelled. */
  mayClose: boolean;
};

/** Returns the actions on a count, printing, exporting, closing, cancelling, and their dialogs. */
export function useCountActions({ count, mayClose }: CountActionsProps) {
  const isSmall = useMedia(NARROW_WINDOW);
  const [asking, setAsking] = useState<'close' | 'cancel' | null>(null);
  const params = { countId: count.id };
  const report = useCountReport();
  const download = useFileExport(count.number, () => api.counts.export({ params }));
  const close = useRouteMutation(counts.close, {
    done: ({ number, status }) => (status === 'closed' ? `${number} closed` : `${number} is being closed`),
    failed: 'Failed to close stock count',
  });
  const cancel = useRouteMutation(counts.cancel, {
    done: ({ number }) => `${number} cancelled`,
    failed: 'Failed to cancel stock count',
  });
  const done = () => setAsking(null);
  const queryClient = useQueryClient();
  const notify = useNotify();
  /** Asks with what holds now: others may have scanned since the count was read. */
  const askToClose = useOnce(async () => {
    const query = read(counts.get, { params });
    try {
      await queryClient.cancelQueries({ queryKey: query.queryKey });
      await queryClient.fetchQuery({ ...query, staleTime: 0 });
      setAsking('close');
    } catch (error) {
      const { title, body } = errorTextFor(error, 'Failed to load stock count');
      notify.error(title, body);
    }
  });
  const missing = count.progress.missing ?? 0;
  const isOpen = count.status === 'open';
  const reports: Action[] = [
    { label: 'Export', icon: <ArrowDownload20Regular />, onClick: () => void download.run({}) },
    {
      label: 'Print report',
      icon: <Print20Regular />,
      disabled: report.busy,
      onClick: () => void report.run(count),
    },
  ];
  const actions: Actions = {
    // Beside Close count a small window has no room for them.
    secondary: isSmall && isOpen ? [] : reports,
    more: [
      ...(isSmall && isOpen ? reports : []),
      isOpen && {
        label: 'Cancel count',
        icon: <DismissCircle20Regular />,
        danger: true,
        onClick: () => setAsking('cancel'),
      },
    ],
    primary: isOpen &&
      mayClose && {
        label: 'Close count',
        disabled: askToClose.busy,
        onClick: () => void askToClose.run({}),
      },
  };
  const dialogs = (
    <>
      {asking === 'close' && isOpen ? (
        <ReasonDialog
          title={`Close ${count.number}?`}
          consequence={consequenceOf(count)}
          confirmLabel={missing > 0 ? `Close, ${unitsText(missing)} not scanned` : 'Close count'}
          cancelLabel="Go on counting"
          busy={close.busy}
          onConfirm={async (reason) => {
            if (await close.run({ params, body: { reason } })) done();
          }}
          onClose={done}
        />
      ) : null}
      {asking === 'cancel' ? (
        <ReasonDialog
          title={`Cancel ${count.number}?`}
          consequence="No stock is changed. What was scanned stays to be read."
          confirmLabel="Cancel count"
          cancelLabel="Keep it"
          busy={cancel.busy}
          onConfirm={async (reason) => {
            if (await cancel.run({ params, body: { reason } })) done();
          }}
          onClose={done}
        />
      ) : null}
    </>
  );
  return { actions, dialogs };
}
