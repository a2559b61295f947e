import { expect } from 'vitest';
import { commands, page, userEvent, type BrowserCommands, type Locator } from 'vitest/browser';
import { isAtRest } from '#tests/support/at-rest.ts';
import type { Caller, CallOptions } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';
import { openScreen } from '../component/open-screen.tsx';
import { isShown } from '../component/shown.ts';
import { callsUnderWay } from './calls-under-way.ts';

// Opens a screen and compares it with its kept pictures, for the picture tests.

declare module 'vitest/browser' {
  interface BrowserCommands {
    movePointerAway: () => Promise<void>;
  }
}

export const MANAGER = 'store_manager@demo.test';
export const SELLER = 'salesperson@demo.test';
export const ADMIN = 'admin@demo.test';

export type WindowSize = { width: number; height: number };
export const DESK: WindowSize = { width: 1366, height: 768 };
export const PHONE: WindowSize = { width: 390, height: 844 };

/** A style sheet under which nothing moves, and toasts stay. */
export const STILL = `*, *::before, *::after {
  animation: none !important;
  transition: none !important;
  caret-color: transparent !important;
}`;

/** Frames without a change after which a page counts as drawn. */
const FRAMES = 6;
/** What the server answers to calls that are to fail. */
export const FAULT = { status: 500, body: { message: 'Something broke', code: 'server_error' } };

/** Opens a page with the bar and the menu around it, and waits for its heading. */
export async function openPage(path: string, email = MANAGER, storeId?: number) {
  const screen = await openScreen(path, {
    email,
    withMenu: true,
    ...(storeId === undefined ? {} : { storeId }),
  });
  await isShown(page.getByRole('heading', { level: 1 }));
  return screen;
}

/** Returns the id of a list's first row. */
export async function firstOf(caller: Caller, list: string, options: CallOptions = {}): Promise<number> {
  const { data } = expectDone(await caller.get<{ data: { id: number }[] }>(list, options));
  const [first] = data;
  if (!first) throw new Error(`Nothing in ${list}`);
  return first.id;
}

const isInSight = (element: Element) => {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < window.innerHeight;
};
const imagesInSight = () => [...document.images].filter(isInSight);

/** What keeps a page from being drawn, each with a test of whether it does. */
const HINDRANCES = {
  'a call is under way': () => callsUnderWay() > 0,
  'something moves': () => !isAtRest(),
  'a font is loading': () => document.fonts.status !== 'loaded',
  'an image is loading': () => imagesInSight().some(({ complete }) => !complete),
  'a tooltip is open': () =>
    [...document.querySelectorAll('[role="tooltip"]')].some((tooltip) => tooltip.checkVisibility()),
};

/** Returns the parts of the page that say that they load. */
const loading = () =>
  [...document.querySelectorAll('[aria-busy="true"], [role="status"]')].filter(
    (part) => part.matches('[aria-busy="true"]') || part.textContent.startsWith('Loading'),
  );

/** Waits until nothing is on its way and nothing has changed for some frames. */
async function comesToRest(mayLoad: boolean): Promise<void> {
  let frames = 0;
  const watcher = new MutationObserver(() => {
    frames = 0;
  });
  watcher.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
  const hindrances = async () => {
    await new Promise(requestAnimationFrame);
    const found = Object.entries(HINDRANCES).flatMap(([name, isThere]) => (isThere() ? [name] : []));
    if (!mayLoad) found.push(...loading().map((part) => part.outerHTML.slice(0, 200)));
    frames = found.length === 0 ? frames + 1 : 0;
    return frames >= FRAMES ? [] : [...found, `${frames} frames without a change`];
  };
  await expect.poll(hindrances, { interval: 1 }).toEqual([]);
  watcher.disconnect();
  await Promise.all(imagesInSight().map((image) => image.decode().catch(() => undefined)));
}

/** Takes pointer and focus away; a dialog keeps its focus. */
async function letGo(): Promise<void> {
  const { movePointerAway }: BrowserCommands = commands;
  await movePointerAway();
  const isOpen = document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
  if (!isOpen && document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

type Comparing = {
  /** The windows in which it is compared; a desk's and a phone's by default. */
  sizes?: readonly WindowSize[];
  /** True where the picture is of a page that loads. */
  mayLoad?: boolean;
};

/** Compares what is on the screen with its kept pictures; each that differs is told, and the test goes on. */
export async function looksAsBefore(
  name: string,
  { sizes = [DESK, PHONE], mayLoad = false }: Comparing = {},
): Promise<void> {
  for (const { width, height } of sizes) {
    await page.viewport(width, height);
    await letGo();
    await comesToRest(mayLoad);
    await expect.soft(page).toMatchScreenshot(`${name}-${width}`);
  }
}

/** Presses a button by its name, or any other element. */
export const press = (what: string | RegExp | Locator) =>
  (typeof what === 'string' || what instanceof RegExp ? page.getByRole('button', { name: what }) : what)
    .first()
    .click();
export const pressKeys = (keys: string) => userEvent.keyboard(keys);
