import { makeStyles } from '@fluentui/react-components';
import { useRef } from 'react';
import { readScan } from '#domain/barcodes.ts';
import { parseCount } from '#domain/money.ts';
import {
  COUNT_DIGITS,
  givenAfter,
  LONGEST_PAUSE,
  SCANNED_INTO_COUNT,
  textBeforeCaret,
} from '#renderer/lib/keyboard-scanner.ts';
import { TextField } from '#renderer/ui/text-field.tsx';
import type { LineChoices } from './receipt-draft.ts';

const useStyles = makeStyles({ number: { width: '72px', flexShrink: 0 } });

/** Parses a typed count; text that is no number, and a code that is typed into it, are kept as typed. */
function countedAs(text: string): Partial<LineChoices> {
  const typed = text.trim();
  const plain = typed === '' ? 0 : typed.length > COUNT_DIGITS ? null : parseCount(text);
  return plain === null ? { typed: text } : { plain };
}

type CountFieldProps = {
  label: string;
  choices: LineChoices;
  /** The id of its error; undefined without one. */
  errorId: string | undefined;
  onChange: (changes: Partial<LineChoices>) => void;
  onCode: (code: string) => void;
};

/**
 * How many units of a line without numbers came. A code that a scanner types into it too slowly to be recognised is
 * taken with its Enter, and the count stays as it was.
 */
export function CountField({ label, choices, errorId, onChange, onCode }: CountFieldProps) {
  const styles = useStyles();
  const value = choices.typed ?? String(choices.plain);
  /** Before the present run of keys: `text` is the value, `kept` its part before the caret, `at` the time of the last key. */
  const before = useRef({ text: value, kept: '', at: Number.NEGATIVE_INFINITY });
  return (
    <TextField
      {...SCANNED_INTO_COUNT}
      className={styles.number}
      label={label}
      labelHidden
      inputMode="numeric"
      aria-invalid={errorId !== undefined}
      aria-describedby={errorId}
      value={value}
      onFocus={(event) => event.target.select()}
      onChange={(event) => onChange(countedAs(event.target.value))}
      onKeyDown={(event) => {
        if (event.timeStamp - before.current.at > LONGEST_PAUSE) {
          before.current = { text: value, kept: textBeforeCaret(event.currentTarget), at: 0 };
        }
        const { text, kept } = before.current;
        const isEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
        before.current.at = isEnter ? Number.NEGATIVE_INFINITY : event.timeStamp;
        const given = givenAfter(value, kept).trim();
        if (!isEnter || given.length <= COUNT_DIGITS) return;
        event.preventDefault();
        onChange(countedAs(text));
        event.currentTarget.select();
        onCode(readScan(given));
      }}
    />
  );
}
