import { makeStyles } from '@fluentui/react-components';
import { Search20Regular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { TextField } from './text-field.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', flexShrink: 0 },
});

/** What a list is narrowed by, in one row above its table. */
export function FilterBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="search" aria-label={label} className={useStyles().root}>
      {children}
    </div>
  );
}

/** Milliseconds of silence after which what was typed counts. */
const DEBOUNCE = 300;
const LONGEST = 100;
/** What every whole number of the shop fits into. */
const MOST_DIGITS = 9;

export type FilterFieldProps = {
  /** Read out; drawn as the placeholder. */
  label: string;
  /** As it counts now; null when nothing is asked. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** The list's main search, with its glass. */
  search?: boolean;
  /** A whole number: nothing but digits can be typed. */
  digits?: boolean;
  /** In pixels. */
  width: number;
};

/** A text that narrows a list: it counts 300 ms after the last key, or at once with Enter. */
export function FilterField(props: FilterFieldProps) {
  const { label, value, onChange, search = false, digits = false, width } = props;
  const [text, setText] = useState(value ?? '');
  const [known, setKnown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  // Changed from elsewhere: the filters were cleared, or the way back was taken.
  if (value !== known) {
    setKnown(value);
    if ((value ?? '') !== text.trim()) setText(value ?? '');
  }
  const settle = (typed: string) => {
    clearTimeout(timer.current);
    const wanted = typed.trim() === '' ? null : typed.trim();
    if (wanted !== value) latest.current(wanted);
  };
  return (
    <div style={{ width: `${width}px` }}>
      <TextField
        label={label}
        labelHidden
        placeholder={label}
        // A search field keeps room for its cross, which a narrow one needs for its words.
        type={search ? 'search' : 'text'}
        autoComplete="off"
        inputMode={digits ? 'numeric' : undefined}
        maxLength={digits ? MOST_DIGITS : LONGEST}
        prefix={search ? <Search20Regular aria-hidden="true" /> : undefined}
        value={text}
        onChange={(event) => {
          const typed = digits ? event.target.value.replace(/\D/g, '') : event.target.value;
          setText(typed);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => settle(typed), DEBOUNCE);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle(event.currentTarget.value);
        }}
      />
    </div>
  );
}
