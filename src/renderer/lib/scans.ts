import { readBadge } from '#domain/approvals.ts';
import { normaliseCode, readScan } from '#domain/barcodes.ts';
import { listenToKeyboardScanner } from './keyboard-scanner.ts';
import { till } from './till.ts';

/** `scanner` is its name, where the main process owns it; null for a keyboard scanner. */
type OnScan = (code: string, scanner: string | null) => void;

const takers: OnScan[] = [];
const badgeTakers: ((code: string) => void)[] = [];
/** Milliseconds in which a second scan of the same badge is ignored. */
const SCANNED_TWICE = 5000;

/** Sends every scan to `onScan`, before earlier listeners; returns a function that stops it. */
export function takeScans(onScan: OnScan): () => void {
  takers.push(onScan);
  return () => {
    takers.splice(takers.lastIndexOf(onScan), 1);
  };
}

/** The most characters of a code that a message names. */
const NAMED = 60;

/** Returns a scanned code as messages name it. */
export function namedCode(sent: string): string {
  const code = normaliseCode(readScan(sent));
  return code.length > NAMED ? `${code.slice(0, NAMED)}…` : code;
}

/** Milliseconds for which a scan waits for its page. */
const HELD_FOR = 10_000;
const held: { code: string; at: number }[] = [];

/** Keeps a scan for a page that is still loading: scanning continues before it is there. */
export const holdScan = (code: string): void => void held.push({ code, at: performance.now() });

/** Returns the scans kept for this page, in order. */
export const heldScans = (): string[] =>
  held
    .splice(0)
    .filter(({ at }) => performance.now() - at < HELD_FOR)
    .map(({ code }) => code);

/**
 * Sends every scanned badge to `onBadge`; returns a function that stops it. A badge is a secret: a page that takes
 * other codes never gets one, so it is not shown, sent or saved.
 */
export function takeBadges(onBadge: (code: string) => void): () => void {
  badgeTakers.push(onBadge);
  return () => {
    badgeTakers.splice(badgeTakers.lastIndexOf(onBadge), 1);
  };
}

/**
 * Listens to every scanner of this till on every page, so that no scan types into one. Scans without a listener go to
 * `onNobody`, badges without one to `onBadge`. Returns a function that stops it.
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
