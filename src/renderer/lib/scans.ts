import { readBadge } from '#domain/approvals.ts';
import { listenToKeyboardScanner } from './keyboard-scanner.ts';
import { till } from './till.ts';

/** `scanner`: its name, where the main process owns it; null for one that types. */
type OnScan = (code: string, scanner: string | null) => void;

const takers: OnScan[] = [];
const badgeTakers: ((code: string) => void)[] = [];
/** Milliseconds in which a badge that was taken and is scanned once more says nothing new. */
const SCANNED_TWICE = 5000;

/** Gives every scan to `onScan` instead of whoever took them before; returns how to stop. */
export function takeScans(onScan: OnScan): () => void {
  takers.push(onScan);
  return () => {
    takers.splice(takers.lastIndexOf(onScan), 1);
  };
}

/** Milliseconds for which a scan waits for the page that it is meant for. */
const HELD_FOR = 10_000;
const held: { code: string; at: number }[] = [];

/** Keeps a scan for a page that is on its way: whoever scanned goes on before it is there. */
export const holdScan = (code: string): void => void held.push({ code, at: performance.now() });

/** What was scanned for this page before it was there, in its order. */
export const heldScans = (): string[] =>
  held
    .splice(0)
    .filter(({ at }) => performance.now() - at < HELD_FOR)
    .map(({ code }) => code);

/**
 * Gives every badge that is scanned to `onBadge`; returns how to stop. A badge is a key: no page that takes other codes ever
 * gets one, to be shown, sent or kept.
 */
export function takeBadges(onBadge: (code: string) => void): () => void {
  badgeTakers.push(onBadge);
  return () => {
    badgeTakers.splice(badgeTakers.lastIndexOf(onBadge), 1);
  };
}

/**
 * Listens to every scanner of this till, typing or not, on every page, so that no scan ever types into one. A scan that
 * nobody takes goes to `onNobody`, a badge that nobody asked for to `onBadge`. Returns how to stop.
 */
export function listenToScanners(onNobody: OnScan, onBadge: () => void = () => undefined): () => void {
  let taken = { code: '', at: 0 };
  const giveBadge = (code: string) => {
    const take = badgeTakers.at(-1);
    const isAgain = taken.code === code && performance.now() - taken.at < SCANNED_TWICE;
    if (take) {
      taken = { code, at: performance.now() };
      take(code);
    } else if (!isAgain) onBadge();
  };
  const give: OnScan = (code, scanner) => {
    if (readBadge(code)) giveBadge(code);
    else (takers.at(-1) ?? onNobody)(code, scanner);
  };
  const stops = [
    listenToKeyboardScanner((code) => give(code, null)),
    till.scanner.onScan(({ code, scanner }) => give(code, scanner)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
