import {
  Combobox,
  makeStyles,
  mergeClasses,
  Option,
  OptionGroup,
  type ComboboxProps,
  type PositioningProps,
} from '@fluentui/react-components';
import { useRef, type SyntheticEvent } from 'react';
import { SCAN_CODE_MAX } from '#contract/codecs.ts';
import { MarkedText } from '#renderer/ui/marked-text.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { palette, type, windows } from '#renderer/ui/theme.ts';
import { PHONE, useMedia } from '#renderer/ui/use-media.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Entry, EntryGroup } from './go-to-found.tsx';
import { menuIcons } from './menu-icons.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    minWidth: 0,
    height: 'auto',
    minHeight: 0,
    padding: 0,
    border: 'none',
    borderRadius: 0,
    backgroundColor: palette.surface,
    '::after': { display: 'none' },
  },
  input: {
    fontSize: '18px',
    lineHeight: '24px',
    fontFamily: 'inherit',
    flexShrink: 0,
    width: '100%',
    minWidth: 0,
    height: '64px',
    boxSizing: 'border-box',
    padding: '0 72px 0 56px',
    borderBottom: `1px solid ${palette.hairline}`,
    '::placeholder': { color: palette.placeholder, opacity: 1 },
  },
  list: {
    flexGrow: 1,
    minHeight: 0,
    width: '100%',
    maxHeight: 'none',
    boxSizing: 'border-box',
    padding: '4px 8px 8px',
    border: 'none',
    borderRadius: 0,
    boxShadow: 'none',
    overflowY: 'auto',
    rowGap: 0,
  },
  group: {
    ...type.meta,
    display: 'flex',
    justifyContent: 'space-between',
    padding: '10px 12px 4px',
    color: palette.text3,
  },
  option: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    columnGap: '12px',
    minHeight: '36px',
    padding: '4px 12px',
    borderRadius: '8px',
    color: palette.text1,
    '&[data-activedescendant]': { backgroundColor: palette.brandFill },
    [windows.phone]: { minHeight: '44px' },
  },
  icon: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '32px',
    height: '24px',
    borderRadius: '8px',
    color: palette.text2,
  },
  tinted: { height: '32px', backgroundColor: palette.canvas },
  text: { flexGrow: 1, flexBasis: 0, minWidth: 0, overflowWrap: 'anywhere' },
  title: { fontWeight: 500 },
  detail: { ...type.meta, display: 'block', color: palette.text3 },
  end: {
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    gap: '10px',
    [windows.phone]: { flexDirection: 'column', alignItems: 'flex-end', gap: '4px' },
  },
  aside: { ...type.label, color: palette.text3, whiteSpace: 'nowrap' },
  badge: { display: 'flex', minWidth: '94px', [windows.phone]: { minWidth: 0 } },
  /** Fluent draws a line below each group. */
  plain: { ':not(:last-child)::after': { display: 'none' } },
});

const RETRY = 'retry';
/** The list stands in the dialog itself. */
const UNPLACED: PositioningProps & { enabled: boolean } = { enabled: false };

function EntryRow({ entry, search }: { entry: Entry; search: string }) {
  const styles = useStyles();
  const [Icon] = menuIcons[entry.icon];
  return (
    <>
      <span className={mergeClasses(styles.icon, entry.badge !== undefined && styles.tinted)}>
        <Icon aria-hidden="true" />
      </span>
      <span className={styles.text}>
        <span className={styles.title}>
          <MarkedText text={entry.title} search={search} />
        </span>
        {entry.detail ? (
          <span className={styles.detail}>
            <MarkedText text={entry.detail} search={search} />
          </span>
        ) : null}
      </span>
      {entry.aside || entry.badge ? (
        <span className={styles.end}>
          {entry.aside ? <span className={styles.aside}>{entry.aside}</span> : null}
          {entry.badge ? <span className={styles.badge}>{entry.badge}</span> : null}
        </span>
      ) : null}
    </>
  );
}

type GoToListProps = {
  typed: string;
  onType: (typed: string) => void;
  /** The text that the groups were found by. */
  search: string;
  /** Changes with each answer, whose first entry is then highlighted. */
  answeredAt: number;
  groups: readonly EntryGroup[];
  isAsking: boolean;
  /** What is told of a sale that its till has not sent, in place of what to type. */
  notSent: string | undefined;
  /** Why nothing could be asked for; null if it could. */
  failure: string | null;
  onRetry: () => void;
  onOpen: (entry: Entry) => void;
  /** Enter was pressed before the answer to what was typed. */
  onHurry: () => void;
  onClose: () => void;
};

/** The field of the dialog with what it finds, by kind. */
export function GoToList(props: GoToListProps) {
  const isPhone = useMedia(PHONE);
  const {
    typed,
    onType,
    search,
    answeredAt,
    groups,
    isAsking,
    notSent,
    failure,
    onRetry,
    onOpen,
    onHurry,
    onClose,
  } = props;
  const styles = useStyles();
  const text = typed.trim();
  /** True once an entry was chosen with the arrows since the last letter. */
  const isChosen = useRef(false);
  const entries = new Map<string, Entry>(
    groups.flatMap((group) => group.entries.map((entry) => [`${group.name} ${entry.to}`, entry] as const)),
  );
  const choose = (chosen: string | undefined, event: SyntheticEvent) => {
    const key = 'key' in event ? event.key : null;
    // Fluent takes the highlighted entry by Tab, and by a space after an arrow.
    if (key === 'Tab') return;
    if (key === ' ') return onType(`${typed} `);
    if (chosen === RETRY) return onRetry();
    const entry = entries.get(chosen ?? '');
    if (!entry) return;
    const isStale = isAsking && entry.badge !== undefined && !isChosen.current;
    if (key === 'Enter' && isStale) onHurry();
    else onOpen(entry);
  };
  const onOpenChange: ComboboxProps['onOpenChange'] = (event, data) => {
    if (!data.open && 'key' in event && event.key === 'Escape') onClose();
  };
  const count = entries.size;
  return (
    <>
      <Combobox
        open
        freeform
        inlinePopup
        expandIcon={null}
        positioning={UNPLACED}
        className={styles.root}
        input={{
          className: styles.input,
          'aria-label': 'Go to anything',
          autoComplete: 'off',
          spellCheck: false,
          maxLength: SCAN_CODE_MAX,
        }}
        listbox={{
          className: styles.list,
          'aria-label': 'Found',
          'aria-busy': isAsking,
          // The field moves through it: the browser would make a list that scrolls a stop of its own.
          tabIndex: -1,
        }}
        placeholder={isPhone ? 'IMEI, receipt, customer' : 'IMEI, receipt, customer, product, page'}
        value={typed}
        selectedOptions={[]}
        onOpenChange={onOpenChange}
        onChange={(event) => {
          isChosen.current = false;
          onType(event.target.value);
        }}
        onKeyDown={(event) => {
          if (/^(Arrow|Page|Home|End)/.test(event.key)) isChosen.current = true;
          // No entry that Fluent would report is there yet.
          if (event.key === 'Enter' && isAsking && entries.size === 0) onHurry();
        }}
        onOptionSelect={(event, data) => choose(data.optionValue, event)}
      >
        {groups.map((group) => (
          <OptionGroup
            className={styles.plain}
            key={`${group.name} ${text === '' ? '' : answeredAt}`}
            label={{
              className: styles.group,
              children: (
                <>
                  <span>{group.name}</span>
                  {group.count ? <span>{group.count}</span> : null}
                </>
              ),
            }}
          >
            {group.entries.map((entry) => (
              <Option
                key={entry.to}
                value={`${group.name} ${entry.to}`}
                text=""
                checkIcon={null}
                className={styles.option}
              >
                <EntryRow entry={entry} search={text === '' ? '' : search} />
              </Option>
            ))}
          </OptionGroup>
        ))}
        {failure === null ? null : (
          <Option key={RETRY} value={RETRY} text="" checkIcon={null} className={styles.option}>
            <span className={styles.text}>
              <span className={styles.title}>Could not be looked for. Try again</span>
              <span className={styles.detail}>{failure}</span>
            </span>
          </Option>
        )}
        {failure === null && count === 0 && isAsking ? (
          <Option key="asking" disabled text="" checkIcon={null} className={styles.option}>
            <Skeleton width="60%" />
            <VisuallyHidden>Loading</VisuallyHidden>
          </Option>
        ) : null}
        {failure === null && count === 0 && !isAsking ? (
          <Option key="none" disabled text="" checkIcon={null} className={styles.option}>
            <span className={styles.text}>
              <span className={styles.title}>{`Nothing fits “${text}”`}</span>
              <span className={styles.detail}>
                {notSent ??
                  'Type an IMEI, a serial, receipt or order number, a name, a phone number, a SKU or a page'}
              </span>
            </span>
          </Option>
        ) : null}
      </Combobox>
      <VisuallyHidden>
        <span role="status">{text !== '' && !isAsking ? `${count} found` : ''}</span>
      </VisuallyHidden>
    </>
  );
}
