import { Tooltip, makeStyles, mergeClasses } from '@fluentui/react-components';
import {
  ChevronDown12Regular,
  ChevronRight12Regular,
  PanelLeftContract20Regular,
  PanelLeftExpand20Regular,
} from '@fluentui/react-icons';
import { useId, useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import { CountBadge } from '#renderer/ui/count-badge.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { palette, sizes, type } from '#renderer/ui/theme.ts';
import { groupedEntries } from './menu-groups.ts';
import { menuIcons } from './menu-icons.ts';
import { entryAt, type MenuEntry } from './menu.ts';
import { useMenuGroups } from './use-menu-groups.ts';

const focusInside = {
  outlineStyle: 'solid',
  outlineWidth: '2px',
  outlineColor: palette.brand,
  outlineOffset: '-2px',
} as const;

/** Pixels of air around the current page's mark. */
const ROOM = 32;

/** Pixels: padding above and below the entries, and the height of the toggle. */
const [PADDING, FOOT] = [2, 35];

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    width: `${sizes.menu}px`,
    boxSizing: 'border-box',
    borderRight: `1px solid ${palette.hairline}`,
    backgroundColor: palette.surface,
  },
  rootCollapsed: { width: `${sizes.menuCollapsed}px` },
  scroll: { flexGrow: 1, minHeight: 0, overflowY: 'auto', overflowX: 'hidden', padding: `${PADDING}px 12px` },
  group: {
    ...type.metaStrong,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    width: '100%',
    boxSizing: 'border-box',
    padding: '2px 12px 0',
    border: 'none',
    borderRadius: '8px',
    backgroundColor: 'transparent',
    color: palette.text3,
    fontFamily: 'inherit',
    cursor: 'pointer',
    ':hover': { color: palette.text1 },
    ':focus-visible': focusInside,
  },
  rule: { height: '1px', margin: '4px 8px', border: 'none', backgroundColor: palette.hairline },
  entry: {
    ...type.body,
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    boxSizing: 'border-box',
    padding: '0 12px',
    borderRadius: '8px',
    color: palette.text2,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: palette.canvas },
    ':focus-visible': focusInside,
  },
  entryCollapsed: { height: '44px', justifyContent: 'center', padding: 0 },
  selected: {
    backgroundColor: palette.brandFill,
    color: palette.link,
    fontWeight: 600,
    ':hover': { backgroundColor: palette.brandFill },
    '::before': {
      content: '""',
      position: 'absolute',
      left: '-12px',
      top: '8px',
      bottom: '8px',
      width: '3px',
      borderRadius: '0 3px 3px 0',
      backgroundColor: palette.brand,
    },
  },
  selectedTight: { '::before': { top: '4px', bottom: '4px' } },
  selectedCollapsed: { '::before': { top: '8px', bottom: '8px' } },
  icon: { display: 'flex', flexShrink: 0 },
  label: { flexGrow: 1, minWidth: 0, whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
  badgeOnIcon: { position: 'absolute', top: '4px', right: '2px', display: 'flex' },
  collapse: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    flexShrink: 0,
    height: `${FOOT}px`,
    boxSizing: 'border-box',
    padding: '0 25px',
    border: 'none',
    borderTop: `1px solid ${palette.hairline}`,
    backgroundColor: 'transparent',
    color: palette.text2,
    fontFamily: 'inherit',
    cursor: 'pointer',
    ':hover': { backgroundColor: palette.canvas },
    ':focus-visible': focusInside,
  },
  collapseCollapsed: { justifyContent: 'center', padding: 0 },
});

function EntryFace({
  entry,
  collapsed,
  selected,
}: {
  entry: MenuEntry;
  collapsed: boolean;
  selected: boolean;
}) {
  const styles = useStyles();
  const [Line, Solid] = menuIcons[entry.icon];
  const Icon = selected ? Solid : Line;
  const badge = entry.badge ? entry.badge : null;
  return (
    <>
      <span className={styles.icon}>
        <Icon aria-hidden="true" />
      </span>
      {collapsed ? null : <span className={styles.label}>{entry.label}</span>}
      {badge === null ? null : (
        <span className={collapsed ? styles.badgeOnIcon : styles.icon}>
          <CountBadge count={badge} shape={collapsed ? 'small' : 'round'} />
        </span>
      )}
    </>
  );
}

type EntryProps = { entry: MenuEntry; collapsed: boolean; height: number; isActive: boolean };

function Entry({ entry, collapsed, height, isActive }: EntryProps) {
  const styles = useStyles();
  const shape = mergeClasses(styles.entry, collapsed && styles.entryCollapsed);
  // Contains what is seen, for people who say it.
  const text = [entry.label, entry.badge && `${entry.badge} waiting`].filter(Boolean).join(' ');
  const name = collapsed || entry.badge ? { 'aria-label': text } : {};
  const link = (
    <Link
      to={entry.to}
      aria-current={isActive ? 'page' : undefined}
      style={collapsed ? undefined : { height }}
      className={mergeClasses(
        shape,
        isActive && styles.selected,
        isActive && height < ROOM && styles.selectedTight,
        isActive && collapsed && styles.selectedCollapsed,
      )}
      {...name}
    >
      <EntryFace entry={entry} collapsed={collapsed} selected={isActive} />
    </Link>
  );
  if (!collapsed) return link;
  return (
    <Tooltip content={text} relationship="inaccessible" positioning="after" withArrow>
      {link}
    </Tooltip>
  );
}

type GroupHeadProps = {
  name: string;
  isOpen: boolean;
  height: number;
  lists: string;
  onToggle: () => void;
};

/** A group's heading, which folds its entries. */
function GroupHead({ name, isOpen, height, lists, onToggle }: GroupHeadProps) {
  const styles = useStyles();
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={lists}
      onClick={onToggle}
      className={styles.group}
      style={{ height }}
    >
      {name}
      {isOpen ? <ChevronDown12Regular aria-hidden="true" /> : <ChevronRight12Regular aria-hidden="true" />}
    </button>
  );
}

/** Pixels above and below the menu's entries. */
const BESIDES = sizes.topBar + FOOT + 2 * PADDING;

type SideMenuProps = { entries: readonly MenuEntry[]; collapsed: boolean; onToggle: () => void };

/** The app's menu, wide with labels or narrow with icons. */
export function SideMenu({ entries, collapsed, onToggle }: SideMenuProps) {
  const styles = useStyles();
  const id = useId();
  const groups = useMemo(() => groupedEntries(entries), [entries]);
  const active = entryAt(entries, useLocation().pathname);
  const { heights, open, toggle: fold } = useMenuGroups(groups, BESIDES, active?.group);
  // A heading over a single entry says nothing, unless it ends the group above.
  const hasHeadings = groups.some(({ name, entries: members }) => name && members.length > 1);
  const isShown = (name: string | undefined) => !name || collapsed || !hasHeadings || open.has(name);
  const text = collapsed ? 'Expand menu' : 'Collapse menu';
  const toggle = (
    <button
      type="button"
      aria-expanded={!collapsed}
      aria-label={text}
      onClick={onToggle}
      className={mergeClasses(styles.collapse, collapsed && styles.collapseCollapsed)}
    >
      {collapsed ? <PanelLeftExpand20Regular /> : <PanelLeftContract20Regular />}
      {collapsed ? null : text}
    </button>
  );
  return (
    <nav aria-label="Main" className={mergeClasses(styles.root, collapsed && styles.rootCollapsed)}>
      <div className={styles.scroll}>
        {groups.map(({ name, entries: members }) => (
          <div key={name ?? ''} role={name ? 'group' : undefined} aria-label={name}>
            {name && collapsed ? <hr className={styles.rule} /> : null}
            {name && !collapsed && hasHeadings ? (
              <GroupHead
                name={name}
                isOpen={open.has(name)}
                height={heights.heading}
                lists={`${id}${name}`}
                onToggle={() => fold(name)}
              />
            ) : null}
            <Stack as="ul" id={`${id}${name ?? ''}`}>
              {(isShown(name) ? members : []).map((entry) => (
                <li key={entry.to}>
                  <Entry
                    entry={entry}
                    collapsed={collapsed}
                    height={heights.entry}
                    isActive={entry === active}
                  />
                </li>
              ))}
            </Stack>
          </div>
        ))}
      </div>
      {collapsed ? (
        <Tooltip content={text} relationship="inaccessible" positioning="after" withArrow>
          {toggle}
        </Tooltip>
      ) : (
        toggle
      )}
    </nav>
  );
}
