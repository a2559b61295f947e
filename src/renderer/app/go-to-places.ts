import { can, type Holder } from '#domain/permissions.ts';
import { hasWords } from '#domain/search-key.ts';
import type { MenuIcon } from './menu-icons.ts';
import { labelOf, mayOpen, screens, titleOf, type Screen } from './screens.tsx';

/** A page, or one that begins something. */
export type Place = { to: string; label: string; kind: 'Page' | 'Action'; icon: MenuIcon; words: string };

/** Addresses of pages that begin something new. */
const BEGINS = /\/(new|create|trade-in)$/;
/** Pages that are opened from a draft, or only in the till’s program. */
const NOT_OFFERED = ['/pos/payment', '/device'];

/** Other words by which a page is found, besides its label. */
const otherWords: Readonly<Record<string, string>> = {
  '/pos': 'new sale sell cart till checkout',
  '/pos/shift': 'count drawer',
  '/inventory': 'units stock',
  '/inventory/where-is': 'imei serial warranty',
  '/inventory/create': 'unit',
  '/purchase-orders': 'receive order',
  '/transactions': 'sales receipts invoices refund void',
  '/transactions/to-settle': 'offline disputed',
  '/reports': 'daily report day sales figures',
  '/z-readings': 'close day',
  '/staff/new': 'person employee',
  '/account': 'password pin badge',
};

/** Returns the icon of the menu's entry that a screen belongs to. */
function iconOf({ path, tab, menu }: Screen): MenuIcon {
  if (menu) return menu.icon;
  const above = screens
    .filter((screen) => screen.menu && (screen.path === tab?.of || path.startsWith(`${screen.path}/`)))
    .sort((one, other) => other.path.length - one.path.length);
  return above[0]?.menu?.icon ?? 'BuildingShop';
}

/** Returns the pages and actions that a person may open, in the order of the menu. */
export function placesFor(holder: Holder, current: { storeId: number; isDevice: boolean }): Place[] {
  const offered = screens.filter(
    (screen) =>
      !screen.path.includes(':') &&
      (!NOT_OFFERED.includes(screen.path) || (screen.path === '/device' && current.isDevice)) &&
      mayOpen(holder, screen) &&
      (!screen.menu?.needs || can(holder, screen.menu.needs)),
  );
  const places = offered.map((screen): Place => {
    const begins = BEGINS.test(screen.path);
    return {
      to: screen.path,
      label: labelOf(screen) || titleOf(screen),
      kind: begins ? 'Action' : 'Page',
      icon: iconOf(screen),
      words: `${begins ? 'new add create' : ''} ${otherWords[screen.path] ?? ''}`,
    };
  });
  if (!can(holder, 'stores.settings')) return places;
  const settings = { label: 'Store settings', kind: 'Page', icon: 'BuildingShop', words: '' } as const;
  return [...places, { ...settings, to: `/stores/${current.storeId}/settings` }];
}

/** Returns the places that are called so; those with the words in their own label first. */
export function placesCalled(places: readonly Place[], text: string): Place[] {
  const named = places.filter(({ label }) => hasWords(label, text));
  const others = places.filter(
    (place) => !named.includes(place) && hasWords(`${place.label} ${place.words}`, text),
  );
  return [...named, ...others];
}
