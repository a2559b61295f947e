import { Combobox, Option, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { read, type ReadInput } from '#renderer/lib/read.ts';
import { useDebounced } from '#renderer/lib/use-debounced.ts';
import type { ListRoute, Page, RowOf } from '#renderer/lib/use-list.ts';
import { FieldFrame, fieldDescription } from './field-frame.tsx';
import { Skeleton } from './skeleton.tsx';
import { CellLine } from './table-text.tsx';
import { fieldHeight, palette, shadows, windows } from './theme.ts';
import { unchosenMark } from './unchosen-text.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const useStyles = makeStyles({
  box: {
    minWidth: 0,
    border: `1px solid ${palette.fieldBorder}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
    color: palette.text1,
    fontSize: '14px',
    // Our own border shows the focus, as on every other field.
    '::after': { display: 'none' },
    ':hover': { border: `1px solid ${palette.text3}` },
    ':focus-within': {
      border: `1px solid ${palette.brand}`,
      boxShadow: `inset 0 0 0 1px ${palette.brand}`,
    },
  },
  invalid: { border: `1px solid ${palette.danger}`, ':hover': { border: `1px solid ${palette.danger}` } },
  s32: fieldHeight,
  s44: { height: '44px' },
  input: {
    minWidth: 0,
    textOverflow: 'ellipsis',
    fontFamily: 'inherit',
    '::placeholder': { color: palette.placeholder, opacity: 1 },
  },
  list: {
    /** Keeps this width below a narrow field. */
    minWidth: '264px',
    maxHeight: '320px',
    // Three entries, which have room above or below their field.
    [windows.low]: { maxHeight: '132px' },
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    boxShadow: shadows.floating,
  },
});

/** Options offered at once, unless a field says otherwise; typing narrows them. */
const OFFERED = 20;
const SKELETONS = 3;
const RETRY = 'retry';

/** The form of a dialog that Enter sends. */
const SENT_BY_ENTER = '[role="dialog"] form:not([data-deliberate])';

/** True for Ctrl+Enter, which sends the form: it neither chooses nor opens a list. */
function isSending(event: object): boolean {
  const { key, ctrlKey, metaKey } = event as Partial<KeyboardEvent>;
  return key === 'Enter' && Boolean(ctrlKey || metaKey);
}

type Entity = { id: number; name: string };

/** A route that returns a page of options, filtered by `search`. */
type EntityRoute = ListRoute & { query: { shape: { search: unknown } } };

export type EntityFieldProps<R extends EntityRoute, E extends Entity> = {
  label: string;
  labelHidden?: boolean;
  /** Returns the options: the first ones, then those that match the typed text. */
  route: R;
  /** Further filters of the options. */
  filters?: Record<string, unknown>;
  value: E | null;
  onChange: (entity: (RowOf<R> & Entity) | null) => void;
  /** Returns the display text where the name alone is ambiguous; also shown in the field. */
  nameOf?: (entity: E | (RowOf<R> & Entity)) => string;
  /** The number of options offered at once. */
  offered?: number;
  /** A smaller line below a name. */
  line?: (entity: RowOf<R>) => ReactNode;
  /** The noun for an option: "No supplier fits “x”". */
  noun: string;
  required?: boolean;
  size?: 32 | 44;
  error?: string | null | undefined;
  hint?: ReactNode;
  /** A line below it that depends on the chosen option. */
  warning?: ReactNode;
  placeholder?: string;
  className?: string;
};

/**
 * A combobox of one entity, found by part of its name. Typed text that was not chosen is no value. On blur a form's field
 * takes the only entity that fits, else keeps the text with an error, and `Form` is not sent; a filter shows the previous
 * choice, or nothing when it was emptied.
 */
export function EntityField<R extends EntityRoute, E extends Entity>(props: EntityFieldProps<R, E>) {
  const { label, route, value, onChange, line, noun, required, size = 32, hint, warning } = props;
  const { nameOf = ({ name }) => name, offered = OFFERED, filters } = props;
  const styles = useStyles();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  /** True once the field was left, or its form sent, with text that was not chosen. */
  const [isUnchosen, setUnchosen] = useState(false);
  // A scan that chose an entity replaces the typed text.
  const [chosenId, setChosenId] = useState(value?.id);
  if (chosenId !== value?.id) {
    setChosenId(value?.id);
    setTyped(null);
    setUnchosen(false);
    setOpen(false);
  }
  const text = typed?.trim() ?? '';
  const search = useDebounced(text);
  const query = { ...filters, search: search || undefined, per_page: offered };
  const found = useQuery({ ...read(route, ...([{ query }] as unknown as ReadInput<R>)), enabled: isOpen });
  const page = found.data as Page<RowOf<R> & Entity> | undefined;
  const isAsking = found.isFetching || search !== text;
  const rows = isAsking ? [] : (page?.data ?? []);

  // Choosing closes the list (a click is reported after it, a key before it); Retry must keep it open.
  const staysOpen = useRef(false);
  /** True once the arrow keys moved through the open list. */
  const isMoved = useRef(false);
  const choose = (chosen: string | undefined, event: SyntheticEvent) => {
    if (chosen === RETRY) {
      staysOpen.current = event.type === 'click';
      setOpen(true);
      return void found.refetch();
    }
    if (isSending(event)) return;
    // Tab takes the highlighted option that was typed or moved to, not the first one of a list that was only opened.
    if ('key' in event && event.key === 'Tab' && (typed === null ? !isMoved.current : text === '')) return;
    const entity = rows.find((row) => String(row.id) === chosen);
    if (entity) take(entity);
  };
  const take = (entity: RowOf<R> & Entity) => {
    setTyped(null);
    setUnchosen(false);
    setOpen(false);
    onChange(entity);
  };
  const leave = (isInForm: boolean) => {
    if (isInForm && text !== '') {
      const [only, ...others] = rows;
      if (only && others.length === 0) return take(only);
      return setUnchosen(true);
    }
    if (typed !== null && text === '' && value) onChange(null);
    setTyped(null);
  };
  const aNoun = `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
  const unchosen = `Choose ${aNoun} from the list${required ? '' : ', or empty the field'}`;
  const error = isUnchosen ? unchosen : props.error;
  return (
    <FieldFrame
      id={id}
      label={label}
      labelHidden={props.labelHidden}
      required={required}
      error={error}
      hint={hint}
      warning={warning}
      className={props.className}
    >
      <Combobox
        freeform
        className={mergeClasses(styles.box, styles[`s${size}`], error ? styles.invalid : undefined)}
        input={{
          id,
          className: styles.input,
          autoComplete: 'off',
          'aria-invalid': error ? true : undefined,
          'aria-describedby': fieldDescription(id, error, hint ?? warning),
          onInvalid: () => setUnchosen(true),
          ...(text === '' ? {} : unchosenMark),
        }}
        // The arrow keys open the list from the field.
        expandIcon={{ tabIndex: -1 }}
        listbox={{ className: styles.list, 'aria-busy': isAsking }}
        // Otherwise a long list becomes as high as the window, or stands beside its field and covers others.
        positioning={{ autoSize: false, fallbackPositions: ['above'] }}
        placeholder={props.placeholder ?? `Select ${aNoun}`}
        required={required}
        open={isOpen}
        onKeyDown={({ key }) => {
          isMoved.current = isOpen && (isMoved.current || /^(Arrow|Page|Home|End)/.test(key));
        }}
        onOpenChange={(event, data) => {
          if (data.open && isSending(event)) return;
          // The dialog's button shows Enter: once there is a choice, it no longer opens the list.
          const sends = data.open && value && typed === null && 'key' in event && event.key === 'Enter';
          const form = sends ? event.currentTarget.closest<HTMLFormElement>(SENT_BY_ENTER) : null;
          if (form) return form.requestSubmit();
          if (data.open || !staysOpen.current) setOpen(data.open);
          staysOpen.current = false;
        }}
        value={typed ?? (value ? nameOf(value) : '')}
        selectedOptions={value ? [String(value.id)] : []}
        onChange={(event) => {
          setTyped(event.target.value);
          setUnchosen(false);
          setOpen(true);
        }}
        onOptionSelect={(event, data) => choose(data.optionValue, event)}
        onBlur={({ currentTarget }) => leave(currentTarget.closest('form') !== null)}
      >
        {rows.map((row) => (
          <Option key={row.id} value={String(row.id)} text={nameOf(row)}>
            <span>
              {nameOf(row)}
              {line ? <CellLine>{line(row)}</CellLine> : null}
            </span>
          </Option>
        ))}
        {isAsking
          ? Array.from({ length: SKELETONS }, (_, place) => (
              <Option key={`skeleton ${place}`} disabled text="" checkIcon={null}>
                <Skeleton width={`${60 - 12 * place}%`} />
                {place === 0 ? <VisuallyHidden>Loading</VisuallyHidden> : null}
              </Option>
            ))
          : null}
        {!isAsking && found.isError ? (
          <Option key={RETRY} value={RETRY} text="" checkIcon={null}>
            Could not be loaded. Try again
          </Option>
        ) : null}
        {!isAsking && page && rows.length === 0 ? (
          <Option key="none" disabled text="" checkIcon={null}>
            {search === '' ? `There is no ${noun} yet` : `No ${noun} fits “${search}”`}
          </Option>
        ) : null}
      </Combobox>
    </FieldFrame>
  );
}
