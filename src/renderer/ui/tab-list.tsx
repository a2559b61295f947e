import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { countText } from '#domain/count-text.ts';
import { moveWithArrows } from './arrow-keys.ts';
import { palette, sizes, type, windows } from './theme.ts';
import { fades, useTabsInSight } from './use-tabs-in-sight.ts';

const useStyles = makeStyles({
  tab: {
    ...type.body,
    position: 'relative',
    height: '44px',
    padding: '0 2px',
    border: 'none',
    backgroundColor: 'transparent',
    color: palette.text2,
    fontFamily: 'inherit',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    /** Reserves the width of the bold label, so that choosing a tab moves nothing. */
    '::before': {
      content: 'attr(data-label)',
      display: 'block',
      height: 0,
      overflow: 'hidden',
      visibility: 'hidden',
      fontWeight: 600,
    },
    textDecorationLine: 'none',
    ':hover': { color: palette.text1 },
    ':focus-visible': {
      outlineStyle: 'solid',
      outlineWidth: '2px',
      outlineColor: palette.brand,
      outlineOffset: '-4px',
      borderRadius: '8px',
    },
  },
  fades,
  count: { fontVariantNumeric: 'tabular-nums', fontWeight: 400, color: palette.text3 },
  list: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '24px',
    minWidth: 0,
    [windows.narrow]: { columnGap: '16px' },
    [windows.onePane]: {
      flexWrap: 'nowrap',
      paddingRight: 'var(--rest, 0px)',
      overflowX: 'auto',
      overflowY: 'hidden',
      scrollbarWidth: 'none',
    },
  },
  strip: {
    flexShrink: 0,
    borderBottom: `1px solid ${palette.hairline}`,
    backgroundColor: palette.surface,
  },
  links: {
    display: 'flex',
    columnGap: '24px',
    padding: '0 32px',
    overflowX: 'auto',
    [windows.onePane]: {
      columnGap: '16px',
      padding: '0 calc(16px + var(--rest, 0px)) 0 16px',
      scrollbarWidth: 'none',
    },
  },
  link: { display: 'flex', flexDirection: 'column', justifyContent: 'center', height: `${sizes.till}px` },
  chosen: {
    color: palette.text1,
    fontWeight: 600,
    '::after': {
      content: '""',
      position: 'absolute',
      left: 0,
      right: 0,
      bottom: 0,
      height: '3px',
      borderRadius: '2px',
      backgroundColor: palette.brand,
    },
  },
});

export type Tab<Value extends string> = {
  value: Value;
  label: string;
  /** The number of entries of its list. */
  count?: number | undefined;
};

type TabListProps<Value extends string> = {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Prefix of the ids that tie a tab to its panel; see `tabPanelProps`. */
  id: string;
};

/** Returns the attributes of the panel of the chosen tab. */
export function tabPanelProps(id: string, value: string) {
  return { id: `${id}-panel`, role: 'tabpanel', 'aria-labelledby': `${id}-${value}` } as const;
}

/** Gives the chosen tab the focus of what a button in the panel had, and lost as it led to another tab. */
function useFocusOfPanel(value: string) {
  const tab = useRef<HTMLButtonElement>(null);
  const before = useRef(value);
  useLayoutEffect(() => {
    if (before.current !== value && document.activeElement === document.body) tab.current?.focus();
    before.current = value;
  }, [value]);
  return tab;
}

/** Views of one thing, underlined; one tab stop, arrows choose. The panel takes `tabPanelProps(id, value)`. */
export function TabList<Value extends string>({ label, tabs, value, onChange, id }: TabListProps<Value>) {
  const styles = useStyles();
  const list = useTabsInSight<HTMLDivElement>(value);
  const chosenTab = useFocusOfPanel(value);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const index = moveWithArrows(event, 'tab');
    const tab = index === null ? undefined : tabs[index];
    if (tab) onChange(tab.value);
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className={mergeClasses(styles.list, styles.fades)}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => {
        const chosen = tab.value === value;
        return (
          <button
            key={tab.value}
            ref={chosen ? chosenTab : undefined}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            data-label={tab.count === undefined ? tab.label : `${tab.label} ${countText(tab.count)}`}
            aria-selected={chosen}
            aria-controls={chosen ? `${id}-panel` : undefined}
            tabIndex={chosen ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={mergeClasses(styles.tab, chosen && styles.chosen)}
          >
            {tab.label}
            {tab.count === undefined ? null : <span className={styles.count}> {countText(tab.count)}</span>}
          </button>
        );
      })}
    </div>
  );
}

type TabLinksProps = {
  label: string;
  tabs: readonly { label: string; to: string }[];
  /** The address of the current page. */
  value: string;
};

/** Pages that belong together, as tabs: links, each a tab stop. */
export function TabLinks({ label, tabs, value }: TabLinksProps) {
  const styles = useStyles();
  const list = useTabsInSight<HTMLDivElement>(value);
  return (
    <nav aria-label={label} className={styles.strip}>
      <div ref={list} className={mergeClasses(styles.links, styles.fades)}>
        {tabs.map((tab) => (
          <Link
            key={tab.to}
            to={tab.to}
            data-label={tab.label}
            aria-current={tab.to === value ? 'page' : undefined}
            className={mergeClasses(styles.tab, styles.link, tab.to === value && styles.chosen)}
          >
            {tab.label}
          </Link>
        ))}
      </div>
    </nav>
  );
}
