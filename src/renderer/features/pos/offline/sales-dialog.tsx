import { CloudArrowUp24Regular, Print20Regular, Save20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { KeptOpening, KeptSale } from '#bridge/offline-sales.ts';
import { paymentMethodLabels } from '#domain/payments.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { unsentIn, useKeptSales, useOfflineTill } from '#renderer/lib/offline-till.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { TillList, TillListPlace, TillRow } from '../screen/till-list.tsx';
import { paperOf } from './paper.ts';

/** Returns the state of a sale in the till's file, as its badge. */
function badgeOf({ state, kind, invoice_number: number, problem }: KeptSale) {
  const what = kind === 'shift' ? 'Shift' : 'Invoice';
  const tone = problem === null ? 'green' : 'orange';
  if (state === 'recorded') return { tone, text: `${what} ${number ?? ''}` } as const;
  if (state === 'kept') return { tone, text: problem === null ? 'Settled' : 'Not recorded' } as const;
  return { tone: 'orange', text: 'Waiting' } as const;
}

type SalesDialogProps = {
  timeZone: Zones;
  /** Prints a paper of a sale. */
  onPrint: (kept: KeptSale) => Promise<void>;
  /** Saves what waits to a file, for a manager to send. */
  onSave: () => Promise<void>;
  onClose: () => void;
};

/** Lists the sales that this till made without the server, newest first. */
export function SalesDialog({ timeZone, onPrint, onSave, onClose }: SalesDialogProps) {
  const state = useOfflineTill();
  const sales = useKeptSales();
  const [printing, setPrinting] = useState<string | null>(null);
  const unsent = unsentIn(state);
  const isToSettle = sales?.some(({ problem }) => problem !== null);
  const print = async (kept: KeptSale) => {
    setPrinting(kept.key);
    await onPrint(kept);
    setPrinting(null);
  };
  // It opens with its rows, of which the first takes the focus.
  if (sales === null) return null;
  return (
    <DialogShell
      open
      onClose={onClose}
      width={840}
      flush
      title="Sales without the server"
      line={
        unsent
          ? `${unsent}. ${state?.problem ?? 'They go out by themselves, oldest first'}.`
          : sales.length > 0 && `Everything is sent.${isToSettle ? ' A manager settles what is marked.' : ''}`
      }
      foot={
        <>
          {unsent ? (
            <Button size="till" icon={<Save20Regular />} onClick={() => void onSave()}>
              Save to a file
            </Button>
          ) : null}
          <Button size="till" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {sales.length === 0 ? (
        <TillListPlace>
          <EmptyState icon={<CloudArrowUp24Regular />} title="No sales without the server">
            What this till sells while there is no connection stands here until 30 days after it was sent.
          </EmptyState>
        </TillListPlace>
      ) : (
        <TillList label="Sales without the server">
          {sales.map((kept) => (
            <SaleRow
              key={kept.key}
              kept={kept}
              timeZone={timeZone}
              isPrinting={printing !== null}
              onPrint={() => void print(kept)}
            />
          ))}
        </TillList>
      )}
    </DialogShell>
  );
}

/** Returns what was sold, and how it was paid: `iPhone 15 and 1 more · GCash, ref. 9021 4471 830`. */
function contentText({ lines, payments }: ReceiptDocument): string {
  const more = lines.length > 1 ? ` and ${lines.length - 1} more` : '';
  const paid = payments.map(({ method, reference_number: reference }) =>
    reference === null ? paymentMethodLabels[method] : `${paymentMethodLabels[method]}, ref. ${reference}`,
  );
  return [`${lines[0]?.name ?? ''}${more}`, ...paid].join(' · ');
}

/** Returns whose it is and what: of an opening, who opened the shift. */
function toldOf(kept: KeptSale): { whose: string; content: string } {
  if (kept.kind === 'shift') {
    const { opened_by } = JSON.parse(kept.receipt) as Pick<KeptOpening, 'opened_by'>;
    return { whose: opened_by.name, content: 'Opened a shift' };
  }
  const paper = paperOf(kept);
  return { whose: paper.customer?.name ?? 'Walk-in Customer', content: contentText(paper) };
}

type SaleRowProps = { kept: KeptSale; timeZone: Zones; isPrinting: boolean; onPrint: () => void };

function SaleRow({ kept, timeZone, isPrinting, onPrint }: SaleRowProps) {
  const { tone, text } = badgeOf(kept);
  const { whose, content } = toldOf(kept);
  return (
    <TillRow
      top={
        <>
          <Text size="body" strong breaks>
            {kept.number}
          </Text>
          <StatusBadge tone={tone}>{text}</StatusBadge>
        </>
      }
      lines={
        <>
          <Text as="div" size="label" tone="text3">
            {formatInstant(kept.made_at, timeZone)} · {whose}
          </Text>
          <Text as="div" size="label" tone="text3" breaks>
            {content}
          </Text>
          {kept.problem ? (
            <Text as="div" size="label" tone="text2" breaks>
              {kept.problem}
            </Text>
          ) : null}
        </>
      }
    >
      <MoneyText amount={kept.total} surface="payment" size="price" />
      {kept.kind === 'shift' ? null : (
        <Button
          size="till"
          icon={<Print20Regular />}
          aria-label={`Print ${kept.number}`}
          disabled={isPrinting}
          once
          onClick={onPrint}
        >
          Print
        </Button>
      )}
    </TillRow>
  );
}
