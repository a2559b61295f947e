import { makeStyles, mergeClasses, PortalMountNodeProvider } from '@fluentui/react-components';
import {
  Navigation20Regular,
  PanelLeftContract20Regular,
  PanelLeftExpand20Regular,
} from '@fluentui/react-icons';
import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { SwitchStore } from '#renderer/lib/switch-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { PageFoot } from '#renderer/ui/page-foot.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TabLinks } from '#renderer/ui/tab-list.tsx';
import { palette, sizes, type, windows } from '#renderer/ui/theme.ts';
import { useOldErrorsLeave } from '#renderer/ui/toasts.tsx';
import { NARROW_WINDOW, ONE_PANE, useMedia, ZOOMED } from '#renderer/ui/use-media.ts';
import { GoTo } from './go-to.tsx';
import { Logo } from './logo.tsx';
import { entryAt, type MenuEntry } from './menu.ts';
import { SideMenu } from './side-menu.tsx';
import { useFocusOnNewPage } from './use-focus-on-new-page.ts';
import { type SignedInPerson, UserMenu } from './user-menu.tsx';

const MenuDrawer = lazy(async () => ({ default: (await import('./menu-drawer.tsx')).MenuDrawer }));

/** Till and back office are stored separately: the till's menu starts collapsed. */
const storageKey = (startCollapsed: boolean) =>
  `tindahan.menu-collapsed.${startCollapsed ? 'till' : 'office'}`;

function remembered(key: string): boolean | null {
  try {
    const value = window.localStorage.getItem(key);
    return value === null ? null : value === 'true';
  } catch {
    return null;
  }
}

function remember(key: string, collapsed: boolean) {
  try {
    window.localStorage.setItem(key, String(collapsed));
  } catch {
    // Storage may be full or forbidden; the menu works without it.
  }
}

/** Returns whether the side menu is collapsed, and its toggle; a narrow window starts collapsed and stores nothing. */
function useMenuCollapsed(startCollapsed: boolean): [boolean, () => void] {
  const narrow = useMedia(NARROW_WINDOW);
  const key = storageKey(startCollapsed);
  const place = `${key}.${narrow}`;
  const [choice, setChoice] = useState<{ place: string; collapsed: boolean } | null>(null);
  const initial = narrow || (remembered(key) ?? startCollapsed);
  const collapsed = choice?.place === place ? choice.collapsed : initial;
  const toggle = () => {
    setChoice({ place, collapsed: !collapsed });
    if (!narrow) remember(key, !collapsed);
  };
  return [collapsed, toggle];
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    // The bars of a phone's browser take their part of the window.
    height: '100dvh',
    overflow: 'hidden',
    backgroundColor: palette.canvas,
    color: palette.text1,
  },
  skip: {
    position: 'absolute',
    top: '10px',
    left: '10px',
    zIndex: 10,
    padding: '8px 12px',
    borderRadius: '8px',
    backgroundColor: palette.brand,
    color: palette.onBrand,
    ':not(:focus)': { clipPath: 'inset(50%)', pointerEvents: 'none' },
  },
  bar: {
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    height: `${sizes.topBar}px`,
    boxSizing: 'border-box',
    padding: '0 24px',
    borderBottom: `1px solid ${palette.hairline}`,
    backgroundColor: palette.surface,
    [windows.onePane]: { gap: '8px', padding: '0 8px' },
    [windows.low]: { height: '48px' },
  },
  brand: { display: 'flex', alignItems: 'center', gap: '12px', marginRight: '24px' },
  /** Aligns the selector with the pages' left edge, 32px right of the menu. */
  brandWide: { width: `${sizes.menu - 24 - 16}px`, marginRight: `${16 + 32}px` },
  title: { ...type.cardTitle, letterSpacing: '-0.01em' },
  toggle: { marginLeft: 'auto' },
  stores: {
    width: `${sizes.storeSelector}px`,
    [windows.onePane]: { flexShrink: 1, minWidth: '96px' },
    [windows.zoomed]: { '& select': { height: '36px' } },
  },
  user: { marginLeft: 'auto' },
  below: { display: 'flex', flexGrow: 1, minHeight: 0 },
  page: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  main: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    overflowX: 'hidden',
    outlineStyle: 'none',
    // Room for a field's error above the foot of a form.
    [windows.zoomed]: { scrollPaddingTop: '40px', scrollPaddingBottom: '88px' },
    // A long name without spaces breaks rather than being cut off.
    overflowWrap: 'break-word',
  },
});

type AppLayoutProps = {
  menu: readonly MenuEntry[];
  stores: readonly { id: number; name: string }[];
  selectedStore: number | null;
  onSelectStore: (storeId: number) => void;
  user: SignedInPerson;
  onOpenSettings?: (() => void) | undefined;
  onOpenDevice?: (() => void) | undefined;
  onOpenAccount: () => void;
  onChangeCashier?: (() => void) | undefined;
  onChangePassword: () => void;
  onLogout: () => void;
  /** True while the till is locked. */
  isLocked?: boolean;
  /** True for the till: the menu starts collapsed. */
  startCollapsed?: boolean;
  children: ReactNode;
};

/** The button that makes the side menu narrow, and wide again. */
const MenuToggle = ({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }) => (
  <Button
    appearance="subtle"
    label={collapsed ? 'Expand menu' : 'Collapse menu'}
    aria-expanded={!collapsed}
    icon={collapsed ? <PanelLeftExpand20Regular /> : <PanelLeftContract20Regular />}
    onClick={onToggle}
  />
);

/** Lays out top bar, side menu, the tabs of the menu's entry and page; only the page scrolls. */
export function AppLayout(props: AppLayoutProps) {
  const {
    menu,
    stores,
    selectedStore,
    onSelectStore,
    user,
    startCollapsed = false,
    isLocked = false,
    children,
  } = props;
  const styles = useStyles();
  const [collapsed, toggle] = useMenuCollapsed(startCollapsed);
  const hasOnePane = useMedia(ONE_PANE);
  const isZoomed = useMedia(ZOOMED);
  const { key, pathname } = useLocation();
  // The drawer belongs to the visit that opened it: whoever goes elsewhere, or comes back, finds it closed.
  const [menuAt, setMenuAt] = useState<string | null>(null);
  if (menuAt !== null && menuAt !== key) setMenuAt(null);
  const { entry: active, tab } = entryAt(menu, pathname) ?? {};
  const hasTabs = active !== undefined && active.tabs.length > 1 && tab?.to === pathname;
  const tabs = hasTabs ? <TabLinks label={active.label} tabs={active.tabs} value={pathname} /> : null;
  const [main, setMain] = useState<HTMLElement | null>(null);
  useFocusOnNewPage(main);
  useOldErrorsLeave(pathname);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    main?.focus();
  };
  return (
    // Menus and dialogs mount inside `main`, so that screen readers find them there.
    <PortalMountNodeProvider value={main ?? undefined}>
      <div className={styles.root}>
        <a href="#main" className={styles.skip} onClick={skip}>
          Skip to content
        </a>
        <header className={styles.bar}>
          {hasOnePane ? (
            <Button
              size="till"
              appearance="subtle"
              label="Open menu"
              aria-expanded={menuAt === key}
              icon={<Navigation20Regular />}
              onClick={() => setMenuAt(key)}
            />
          ) : (
            <div className={mergeClasses(styles.brand, !collapsed && styles.brandWide)}>
              <Logo />
              <span className={styles.title}>Tindahan</span>
              <span className={styles.toggle}>
                <MenuToggle collapsed={collapsed} onToggle={toggle} />
              </span>
            </div>
          )}
          {stores.length > 0 ? (
            <SelectField
              className={styles.stores}
              label="Store"
              labelHidden
              value={selectedStore === null ? '' : String(selectedStore)}
              options={[
                ...(selectedStore === null ? [{ value: '', label: 'Select a store', disabled: true }] : []),
                ...stores.map((store) => ({ value: String(store.id), label: store.name })),
              ]}
              onChange={(event) => onSelectStore(Number(event.target.value))}
            />
          ) : null}
          {isLocked ? null : <GoTo />}
          <div className={styles.user}>
            <UserMenu
              user={user}
              onOpenSettings={props.onOpenSettings}
              onOpenDevice={props.onOpenDevice}
              onOpenAccount={props.onOpenAccount}
              onChangeCashier={props.onChangeCashier}
              onChangePassword={props.onChangePassword}
              onLogout={props.onLogout}
            />
          </div>
        </header>
        <div className={styles.below}>
          {hasOnePane ? null : (
            <SideMenu entries={menu} active={active} shape={collapsed ? 'collapsed' : 'wide'} />
          )}
          {hasOnePane && menuAt === key ? (
            <Suspense fallback={null}>
              <MenuDrawer entries={menu} active={active} onClose={() => setMenuAt(null)} />
            </Suspense>
          ) : null}
          <div className={styles.page}>
            {isZoomed ? null : tabs}
            <main ref={setMain} id="main" tabIndex={-1} className={styles.main}>
              {isZoomed ? tabs : null}
              {/* Waits for `main`: a dialog open from the start would otherwise be moved into it, and React would lose its events. */}
              {main ? (
                <SwitchStore value={{ choices: stores, switchTo: onSelectStore }}>
                  <PageFoot value={foot}>{children}</PageFoot>
                </SwitchStore>
              ) : null}
            </main>
            <div ref={setFoot} />
          </div>
        </div>
      </div>
    </PortalMountNodeProvider>
  );
}
