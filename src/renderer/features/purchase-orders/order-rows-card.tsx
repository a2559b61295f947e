import { makeStyles } from '@fluentui/react-components';
import { Add20Regular, ClipboardPaste20Regular, Dismiss20Regular } from '@fluentui/react-icons';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useCallback,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { unitsText } from '#domain/units.ts';
import { useOnce } from '#renderer/lib/use-once.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { Columns, Spread } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { ScanVerdict } from '#renderer/ui/scan-verdict.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes, tones, type, windows } from '#renderer/ui/theme.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { OrderRowFields, rowColumns } from './order-row-fields.tsx';
import { type OrderRows, writtenTotals } from './order-rows.ts';
import type { UnreadLine } from './pasted-rows.ts';
import { useRowCodes } from './use-row-codes.ts';

const useUnreadLinesStyles = makeStyles({
  root: {
    padding: `12px 8px 12px ${sizes.cardSide}`,
    border: '1px solid #F0D3A8',
    borderRadius: '8px',
    backgroundColor: tones.orange[0],
    color: palette.text1,
  },
  list: {
    ...type.label,
    margin: 0,
    padding: 0,
    maxHeight: '200px',
    overflowY: 'auto',
    listStyleType: 'none',
  },
});

const unreadCount = (count: number) =>
  count === 1 ? '1 pasted row' : `${count.toLocaleString('en-PH')} pasted rows`;

/** Lists the pasted lines that could not be added, until the user dismisses them. */
function UnreadLines({ lines, onForget }: { lines: readonly UnreadLine[]; onForget: () => void }) {
  const styles = useUnreadLinesStyles();
  return (
    <section className={styles.root} aria-label="Pasted rows that were not added">
      <Spread gap={12} align="center">
        <Text as="p" role="alert" size="bodyStrong">{`${unreadCount(lines.length)} could not be read`}</Text>
        <Button
          appearance="subtle"
          label="Hide rows that could not be read"
          icon={<Dismiss20Regular />}
          onClick={onForget}
        />
      </Spread>
      {/* Focusable, as it scrolls. */}
      <ul className={styles.list} tabIndex={0} aria-label="Rows that could not be read">
        {lines.map(({ no, text, why }) => (
          <Columns as="li" key={no} columns="64px minmax(0, 1fr) minmax(0, 1fr)" gap={12}>
            <span>Row {no}</span>
            <Text breaks>{text}</Text>
            <Text tone="text2">{why}</Text>
          </Columns>
        ))}
      </ul>
    </section>
  );
}

type PasteDialogProps = {
  seesCosts: boolean;
  onPaste: (text: string) => Promise<void>;
  onClose: () => void;
};

/** Asks for rows copied from a spreadsheet. */
function PasteDialog({ seesCosts, onPaste, onClose }: PasteDialogProps) {
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
      submitLabel="Add rows"
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

const useStyles = makeStyles({
  side: { display: 'flex', gap: '8px' },
  above: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    padding: `16px ${sizes.cardSide}`,
    borderBottom: `1px solid ${palette.hairline}`,
  },
  heads: {
    ...type.metaStrong,
    display: 'grid',
    columnGap: '12px',
    padding: `8px ${sizes.cardSide}`,
    borderBottom: `1px solid ${palette.hairline}`,
    backgroundColor: '#F9FBFB',
    color: palette.text2,
    [windows.onePane]: { display: 'none' },
  },
  foot: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '16px',
    // The sum ends where the totals of the rows do, before their bins.
    padding: `12px 64px 12px ${sizes.cardSide}`,
    [windows.onePane]: { padding: '12px 60px 12px 16px' },
  },
  error: { ...type.metaStrong, margin: 0, padding: `12px ${sizes.cardSide} 0`, color: palette.danger },
});

const counted = (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString('en-PH')} rows`);

/** True for text of at least two lines or cells, as pasted from a spreadsheet. */
const isTable = (text: string) => /[\t\n]/.test(text.trim());

/** Waits for the next drawing, then focuses a field. */
function useGoTo() {
  const box = useRef<HTMLDivElement>(null);
  const goTo = useCallback((rowId: number, field: 'product' | 'quantity') => {
    requestAnimationFrame(() => {
      const input = field === 'quantity' ? 'input[name=quantity]' : 'input[role=combobox]';
      box.current?.querySelector<HTMLElement>(`[data-row="${rowId}"] ${input}`)?.focus();
    });
  }, []);
  return { box, goTo };
}

/** The rows of an order: chosen, scanned, or pasted from a spreadsheet. */
export function OrderRowsCard({ rows, seesCosts }: { rows: OrderRows; seesCosts: boolean }) {
  const styles = useStyles();
  const notify = useNotify();
  const written = useSyncExternalStore(rows.subscribe, rows.read);
  const { box, goTo } = useGoTo();
  const codes = useRowCodes(rows);
  const [isPasting, setPasting] = useState(false);
  const { units, amount } = writtenTotals(written.rows);

  const add = () => {
    const id = rows.add();
    if (id !== null) goTo(id, 'product');
  };
  const remove = useCallback(
    (rowId: number) => {
      const existing = rows.read().rows;
      const place = existing.findIndex(({ id }) => id === rowId);
      rows.remove(rowId);
      const left = rows.read().rows;
      const next = left[Math.min(place, left.length - 1)];
      if (next) goTo(next.id, next.variation ? 'quantity' : 'product');
    },
    [rows, goTo],
  );
  /** Enter goes to the next row, or adds one after the last; it never sends the order. */
  const onEnter = (event: KeyboardEvent<HTMLDivElement>) => {
    const target = event.target as HTMLElement;
    if (event.key !== 'Enter' || event.defaultPrevented || !(target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (target.role === 'combobox') return;
    const here = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row);
    const next = written.rows[written.rows.findIndex(({ id }) => id === here) + 1];
    if (next) goTo(next.id, next.variation ? 'quantity' : 'product');
    else add();
  };
  const paste = async (text: string) => {
    const taken = await codes.paste(text);
    if (taken > 0) notify.success(`${counted(taken)} added`);
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (!isTable(text)) return;
    event.preventDefault();
    void paste(text);
  };

  return (
    <Card
      flush
      title="Items"
      side={
        <Button icon={<ClipboardPaste20Regular />} onClick={() => setPasting(true)}>
          Paste rows
        </Button>
      }
    >
      {codes.verdict || codes.unread.length > 0 ? (
        <div className={styles.above}>
          {codes.verdict ? <ScanVerdict verdict={codes.verdict} /> : null}
          {codes.unread.length > 0 ? <UnreadLines lines={codes.unread} onForget={codes.forget} /> : null}
        </div>
      ) : null}
      <div className={styles.heads} style={{ gridTemplateColumns: rowColumns(seesCosts) }} aria-hidden="true">
        <span>Product</span>
        <Text right>Quantity</Text>
        {seesCosts ? (
          <>
            <Text right>Unit cost</Text>
            <Text right>Total</Text>
          </>
        ) : null}
      </div>
      <div ref={box} onKeyDown={onEnter} onPaste={onPaste}>
        {written.rows.map((row, place) => (
          <OrderRowFields
            key={row.id}
            row={row}
            no={place + 1}
            rows={rows}
            seesCosts={seesCosts}
            goTo={goTo}
            onRemove={remove}
          />
        ))}
      </div>
      {written.error ? (
        <p role="alert" className={styles.error}>
          {written.error}
        </p>
      ) : null}
      <div className={styles.foot}>
        <Button icon={<Add20Regular />} onClick={add}>
          Add row
        </Button>
        <Text role="status" aria-label="Total of the order" size="cardTitle" figures tone="text1">
          {unitsText(units)}
          {seesCosts ? (
            <>
              {' · '}
              <MoneyText amount={amount} surface="purchasing" />
            </>
          ) : null}
        </Text>
      </div>
      {isPasting ? (
        <PasteDialog seesCosts={seesCosts} onPaste={paste} onClose={() => setPasting(false)} />
      ) : null}
    </Card>
  );
}
