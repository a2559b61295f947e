import { Tooltip, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef, type CSSProperties } from 'react';
import { Link } from 'react-router';
import { CountBadge } from '#renderer/ui/count-badge.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { palette, sizes, type } from '#renderer/ui/theme.ts';
import { menuIcons } from './menu-icons.ts';
import { groupedEntries, type MenuEntry, type MenuGroup } from './menu.ts';

const focusInside = {
  outlineStyle: 'solid',
  outlineWidth: '2px',
  outlineColor: palette.brand,
  outlineOffset: '-2px',
} as const;

/** Pixels that a group's heading takes, and the rule in its place in a narrow menu. */
const [HEADING, RULE] = [24, 9];
const PADDING = 8;

/** The height of an entry: lower in a low window, so that all of them are in sight. */
const rowHeight = (heading: number, most: number) => [
  `${most}px`,
  `round(down, clamp(28px, (100dvh - ${sizes.topBar + PADDING}px - ${heading}px * var(--headings)) / var(--entries), ${most}px), 1px)`,
];

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
  rootInDrawer: { flexGrow: 1, flexShrink: 1, width: '100%', minHeight: 0, borderRight: 'none' },
  scroll: { flexGrow: 1, minHeight: 0, overflowY: 'auto', overflowX: 'hidden', padding: '4px 12px' },
  group: { ...type.metaStrong, padding: '6px 12px 2px', color: palette.text3 },
  rule: { height: '1px', margin: '4px 8px', border: 'none', backgroundColor: palette.hairline },
  entry: {
    ...type.body,
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    height: rowHeight(HEADING, 36),
    boxSizing: 'border-box',
    padding: '0 12px',
    borderRadius: '8px',
    color: palette.text2,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: palette.canvas },
    ':focus-visible': focusInside,
  },
  entryCollapsed: { height: rowHeight(RULE, 44), justifyContent: 'center', padding: 0 },
  /** For a finger. */
  entryInDrawer: { height: '44px' },
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
  icon: { display: 'flex', flexShrink: 0 },
  label: { flexGrow: 1, minWidth: 0, whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
  badgeOnIcon: { position: 'absolute', top: '4px', right: '2px', display: 'flex' },
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

/** How the menu is drawn: wide with labels, narrow with icons, or in the drawer of a phone. */
export type MenuShape = 'wide' | 'collapsed' | 'drawer';

type EntryProps = { entry: MenuEntry; shape: MenuShape; isActive: boolean };

function Entry({ entry, shape, isActive }: EntryProps) {
  const collapsed = shape === 'collapsed';
  const styles = useStyles();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isActive) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  // Contains what is seen, for people who say it.
  const text = [entry.label, entry.badge && `${entry.badge} waiting`].filter(Boolean).join(' ');
  const name = collapsed || entry.badge ? { 'aria-label': text } : {};
  const face = (
    <Link
      ref={link}
      to={entry.to}
      aria-current={isActive ? 'page' : undefined}
      className={mergeClasses(
        styles.entry,
        collapsed && styles.entryCollapsed,
        shape === 'drawer' && styles.entryInDrawer,
        isActive && styles.selected,
      )}
      {...name}
    >
      <EntryFace entry={entry} collapsed={collapsed} selected={isActive} />
    </Link>
  );
  if (!collapsed) return face;
  return (
    <Tooltip content={text} relationship="inaccessible" positioning="after" withArrow>
      {face}
    </Tooltip>
  );
}

type GroupProps = { group: MenuGroup; shape: MenuShape; active: MenuEntry | undefined };

/** Entries below their heading; a heading over a single entry would say nothing. */
function Group({ group: { name, entries }, shape, active }: GroupProps) {
  const styles = useStyles();
  const collapsed = shape === 'collapsed';
  return (
    <div role={name ? 'group' : undefined} aria-label={name}>
      {name && collapsed ? <hr className={styles.rule} /> : null}
      {name && !collapsed && entries.length > 1 ? (
        <div aria-hidden="true" className={styles.group}>
          {name}
        </div>
      ) : null}
      <Stack as="ul">
        {entries.map((entry) => (
          <li key={entry.to}>
            <Entry entry={entry} shape={shape} isActive={entry === active} />
          </li>
        ))}
      </Stack>
    </div>
  );
}

type SideMenuProps = { entries: readonly MenuEntry[]; active: MenuEntry | undefined; shape: MenuShape };

/** The app's menu; the current page's entry is always in sight. */
export function SideMenu({ entries, active, shape }: SideMenuProps) {
  const styles = useStyles();
  const groups = groupedEntries(entries);
  const headings = groups.filter(
    (group) => group.name && (shape === 'collapsed' || group.entries.length > 1),
  );
  const counts = { '--entries': entries.length, '--headings': headings.length } as CSSProperties;
  return (
    <nav
      aria-label="Main"
      className={mergeClasses(
        styles.root,
        shape === 'collapsed' && styles.rootCollapsed,
        shape === 'drawer' && styles.rootInDrawer,
      )}
    >
      <div className={styles.scroll} style={counts}>
        {groups.map((group) => (
          <Group key={group.name ?? ''} group={group} shape={shape} active={active} />
        ))}
      </div>
    </nav>
  );
}
