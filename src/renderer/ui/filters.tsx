import { Search20Regular } from '@fluentui/react-icons';
import { useContext, useEffect, useRef, useState } from 'react';
import { parseCount } from '#domain/money.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { useSlashKey } from '#renderer/lib/use-slash-key.ts';
import { FilterBox, InFilterDrawer, useFilterLabelHidden } from './filter-bar.tsx';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';
import { NARROW_WINDOW, useMedia } from './use-media.ts';

/** Milliseconds of silence after which the typed text applies. */
const DEBOUNCE = 300;
const LONGEST = 100;
/** The maximum length of a typed whole number. */
const MOST_SIGNS = 12;

type FilterProps<Value> = {
  /** The accessible name; a text filter also shows it as its placeholder. */
  label: string;
  /** The applied value; absent when there is none. */
  value: Value | undefined;
  onChange: (value: Value | null) => void;
  /** In pixels. */
  width: number;
  /** The placeholder in a narrow window, whose row has no room for the whole name. */
  short?: string;
};

/** A text filter: applies 300 ms after the last key, or at once on Enter. `/` goes to a search. */
export function TextFilter({ search, ...props }: FilterProps<string> & { search?: boolean }) {
  const isInDrawer = useContext(InFilterDrawer);
  // The search stays above the list.
  if (search && isInDrawer) return null;
  // A search field reserves room for its clear button, which a narrow field needs for its text.
  return <TypedFilter {...props} search={search} maxLength={LONGEST} />;
}

type Searched = {
  query: { search?: string | undefined };
  change: (changes: { search: string | null }) => void;
};

/** The search field of a list, kept in its address. */
export function SearchFilter(props: { list: Searched; label: string; width: number; short?: string }) {
  const { list, ...field } = props;
  return (
    <TextFilter search {...field} value={list.query.search} onChange={(search) => list.change({ search })} />
  );
}

/** A filter by a whole number; other text shows an error and filters nothing. */
export function CountFilter({ value, onChange, ...props }: FilterProps<number>) {
  return (
    <TypedFilter
      {...props}
      counts
      maxLength={MOST_SIGNS}
      value={value === undefined ? undefined : String(value)}
      onChange={(text) => onChange(text === null ? null : parseCount(text))}
    />
  );
}

type ChoiceFilterProps<Value> = FilterProps<Value> & {
  /** "All groups" */
  all: string;
  /** Undefined while they load. */
  choices: readonly { id: Value; name: string }[] | undefined;
};

/** A filter by one of a few choices. */
export function ChoiceFilter<Value extends string | number>(props: ChoiceFilterProps<Value>) {
  const { label, all, choices = [], value, onChange, width } = props;
  return (
    <FilterBox fits width={width}>
      <SelectField
        fits
        label={label}
        labelHidden={useFilterLabelHidden()}
        options={[
          { value: '', label: all },
          ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={value === undefined ? '' : String(value)}
        onChange={(event) =>
          onChange(choices.find(({ id }) => String(id) === event.target.value)?.id ?? null)
        }
      />
    </FilterBox>
  );
}

type TypedFilterProps = FilterProps<string> & {
  search?: boolean | undefined;
  /** True if only whole numbers are accepted. */
  counts?: boolean;
  maxLength: number;
};

function TypedFilter(props: TypedFilterProps) {
  const {
    label,
    value = null,
    onChange,
    search = false,
    counts = false,
    maxLength,
    width,
    short = label,
  } = props;
  const isNarrow = useMedia(NARROW_WINDOW);
  const [text, setText] = useState(value ?? '');
  const [known, setKnown] = useState(value);
  /** The values that this field has applied and that have not come back yet: the address follows a moment later. */
  const [sent, setSent] = useState<readonly (string | null)[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useLatest(onChange);
  useEffect(() => () => clearTimeout(timer.current), []);
  const input = useRef<HTMLInputElement>(null);
  const labelHidden = useFilterLabelHidden();
  useSlashKey(input, search);

  const isSame = (a: string, b: string) =>
    a === b || (counts && parseCount(a) !== null && parseCount(a) === parseCount(b));
  if (value !== known) {
    setKnown(value);
    const own = sent.findIndex((each) => isSame(each ?? '', value ?? ''));
    setSent(sent.slice(own + 1));
    // The value changed from elsewhere: filters cleared, or browser Back.
    if (own < 0 && !isSame(value ?? '', text.trim())) setText(value ?? '');
  }
  const isRefused = (typed: string) => counts && typed.trim() !== '' && parseCount(typed) === null;
  const settle = (typed: string) => {
    clearTimeout(timer.current);
    if (isRefused(typed)) return;
    const wanted = typed.trim() === '' ? null : typed.trim();
    if (isSame(wanted ?? '', value ?? '')) return;
    setSent((before) => [...before, wanted]);
    latest.current(wanted);
  };
  return (
    <FilterBox width={width} search={search}>
      <TextField
        label={label}
        labelHidden={labelHidden}
        placeholder={isNarrow ? short : label}
        ref={input}
        type={search ? 'search' : 'text'}
        aria-keyshortcuts={search ? '/' : undefined}
        autoComplete="off"
        inputMode={counts ? 'numeric' : undefined}
        figures={false}
        error={isRefused(text) ? 'Digits only' : null}
        maxLength={maxLength}
        prefix={search ? <Search20Regular aria-hidden="true" /> : undefined}
        value={text}
        onChange={(event) => {
          const typed = event.target.value;
          setText(typed);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => settle(typed), DEBOUNCE);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle(event.currentTarget.value);
        }}
        // The drawer is closed sooner than the typed text applies by itself.
        onBlur={labelHidden ? undefined : (event) => settle(event.currentTarget.value)}
      />
    </FilterBox>
  );
}
