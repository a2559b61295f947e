import { unitsText } from '#domain/units.ts';
import { makeStyles } from '@fluentui/react-components';
import { DocumentTable20Regular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { receiving, type ExpectedSerials } from '#contract/receiving.ts';
import { normaliseCode, readScan } from '#domain/barcodes.ts';
import { fieldMessages } from '#renderer/lib/failures.ts';
import { takeScans } from '#renderer/lib/scans.ts';
import { useRouteMutation, type RouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CsvInput } from '#renderer/ui/file-input.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { CloseButton, SendButton } from '#renderer/ui/unsaved-dialog.tsx';
import { useMedia, ZOOMED } from '#renderer/ui/use-media.ts';
import { palette, type } from '#renderer/ui/theme.ts';
import { announcedText } from './missing-list.tsx';

const useStyles = makeStyles({
  problems: {
    ...type.label,
    margin: 0,
    padding: '0 0 0 18px',
    color: palette.danger,
    overflowWrap: 'anywhere',
  },
});

type Answer = NonNullable<Awaited<ReturnType<RouteMutation<typeof receiving.setExpected>['run']>>>;

const LIST = `Serial,IMEI,SKU
F2LXK8Q1S8,356789104523418,IP15-128`;

type ExpectedDialogProps = {
  order: { id: number; transaction_number: string };
  /** The serial numbers that are announced already. */
  expected: ExpectedSerials;
  onClose: () => void;
};

/** What is typed of the list, and what came of sending it. */
function useAnnouncing({ order, onClose }: Pick<ExpectedDialogProps, 'order' | 'onClose'>) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  /** The text last sent; only text that differs from it would be lost. */
  const [laidText, setLaid] = useState('');
  const [left, setLeft] = useState<Answer['problems']>([]);
  // Appends each scan as a line of the list.
  useEffect(
    () =>
      takeScans((code) => {
        setText((list) => [list.trimEnd(), normaliseCode(readScan(code))].filter(Boolean).join('\n'));
        setError(null);
      }),
    [],
  );
  const change = useRouteMutation(receiving.setExpected, {
    done: ({ data }) => (data.length === 0 ? 'List removed' : `${unitsText(data.length)} announced`),
    failed: 'List not taken',
  });
  return {
    text,
    setText,
    error,
    setError,
    left,
    busy: change.busy,
    isDirty: text.trim() !== '' && text !== laidText,
    send: async (list: string) => {
      const laid = await change.run({ params: { orderId: order.id }, body: { text: list } }, (refusal) => {
        const message = fieldMessages(refusal)?.text ?? null;
        setError(message);
        return message === null ? refusal : null;
      });
      if (!laid) return;
      if (laid.problems.length === 0) return onClose();
      setLeft(laid.problems);
      setLaid(list);
      setError(null);
    },
  };
}

/** Announces a supplier's list of serial numbers for an order: pasted, or from a CSV file. */
export function ExpectedDialog({ order, expected, onClose }: ExpectedDialogProps) {
  const styles = useStyles();
  const file = useRef<HTMLInputElement>(null);
  const isLow = useMedia(ZOOMED);
  const { text, setText, error, setError, left, busy, isDirty, send } = useAnnouncing({ order, onClose });
  return (
    <DialogShell
      open
      width={600}
      locked={busy}
      isDirty={isDirty}
      onClose={onClose}
      title="Announced serial numbers"
      line={order.transaction_number}
      footNote={
        <>
          <Button icon={<DocumentTable20Regular />} onClick={() => file.current?.click()}>
            Choose a CSV file
          </Button>
          {expected.data.length > 0 ? (
            <Button appearance="subtle" disabled={busy} onClick={() => void send('')}>
              Remove the list of {expected.data.length}
            </Button>
          ) : null}
        </>
      }
      foot={
        <>
          <CloseButton>{left.length > 0 ? 'Close' : 'Cancel'}</CloseButton>
          <SendButton
            appearance="primary"
            disabled={busy}
            disabledReason={text.trim() === '' ? 'Paste the list, or choose a file' : null}
            onClick={() => void send(text)}
          >
            {expected.data.length > 0 ? 'Replace list' : 'Announce'}
          </SendButton>
        </>
      }
    >
      <Stack gap={24}>
        <Text as="p" size="body" tone="text2">
          The supplier’s list, one unit in each line; the first may name the columns: Serial, IMEI, IMEI 2,
          SKU, Variation. What is scanned is compared with it and gets its other numbers from it. Nothing is
          added to stock.
        </Text>
        <TextArea
          label="List"
          rows={isLow ? 4 : 8}
          autoFocus
          spellCheck={false}
          placeholder={LIST}
          value={text}
          error={error}
          onChange={(event) => {
            setText(event.target.value);
            setError(null);
          }}
        />
        <CsvInput ref={file} onChoose={(chosen) => void chosen.text().then(setText)} />
        {left.length > 0 ? (
          <div role="alert">
            <Text as="p" size="body" tone="text2">
              {left.length === 1 ? '1 row was left out:' : `${left.length} rows were left out:`}
            </Text>
            <ul className={styles.problems}>
              {left.map(({ row, text: cells, message }) => (
                <li key={row}>
                  Row {row} ({cells}): {message}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        {expected.data.length > 0 && left.length === 0 ? (
          <details>
            <summary>Announced so far: {unitsText(expected.data.length)}</summary>
            <ul>
              {expected.data.map((row) => (
                <li key={row.id}>{announcedText(row)}</li>
              ))}
            </ul>
          </details>
        ) : null}
      </Stack>
    </DialogShell>
  );
}
