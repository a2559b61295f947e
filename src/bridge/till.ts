import type { ServerChoice, ServerLook } from './connection.ts';
import type { DraftPlace, DraftSnapshot, Note, Wish } from './drafts.ts';
import type { PrintJobMessage, PrintQueueEntry, PrintStatus, PrinterTest } from './printing.ts';
import type { Scan, ScannerStatus } from './scanning.ts';
import type { DeviceSettings, FoundDevice, KioskExit, PrinterSettings, TillSettings } from './settings.ts';
import type { KnownUnit, UnitsGone, UnitsSeen, UnitWanted } from './units.ts';

/** What `window.till` offers; a browser answers the same interface by its own means. */
export type Till = {
  kind: 'electron' | 'browser';
  scanner: {
    /** Calls `listener` for each scan of a scanner the main process owns; answers how to stop. */
    onScan: (listener: (scan: Scan) => void) => () => void;
    /** The scanners that are set up, each with how it fares. */
    status: () => Promise<ScannerStatus[]>;
    /** Calls `listener` when one of them comes or goes; answers how to stop. */
    onStatus: (listener: (scanners: ScannerStatus[]) => void) => () => void;
  };
  printer: {
    /** Puts a job in the queue. Answers at once; the outcome comes through `onStatus`. */
    print: (job: PrintJobMessage) => Promise<PrintStatus>;
    onStatus: (listener: (status: PrintStatus) => void) => () => void;
    /** What waits, and what was not confirmed, the newest first. */
    queue: () => Promise<PrintQueueEntry[]>;
    /** Takes a job that waits, or whose outcome is unknown, off the list. */
    forget: (jobKey: string) => Promise<void>;
    /** Asks a printer how it is, with settings that need not be saved. */
    look: (printer: PrinterSettings) => Promise<PrinterTest>;
    /** Prints a test page, with settings that need not be saved. Never kicks the drawer. */
    test: (printer: PrinterSettings) => Promise<PrinterTest>;
  };
  drafts: {
    /** Keeps a cart; once answered, it survives a power cut. */
    save: (snapshot: DraftSnapshot) => Promise<void>;
    /** The kept carts of a person at a store, the one saved last first. */
    list: (place: DraftPlace) => Promise<DraftSnapshot[]>;
    /** Forgets a cart, and what the journal holds about it. */
    remove: (cartKey: string) => Promise<void>;
  };
  /** The changes that were sent and not answered yet. */
  journal: {
    /** To be awaited before a change is sent. */
    write: (wish: Wish) => Promise<void>;
    list: (about: string) => Promise<Wish[]>;
    forget: (key: string) => Promise<void>;
  };
  notes: {
    write: (note: Note) => Promise<void>;
    read: (name: string) => Promise<string | null>;
    remove: (name: string) => Promise<void>;
  };
  /** What this till knows of units that were looked up before, for the time without a server. */
  units: {
    remember: (seen: UnitsSeen) => Promise<void>;
    find: (wanted: UnitWanted) => Promise<KnownUnit | null>;
    forget: (gone: UnitsGone) => Promise<void>;
  };
  settings: {
    /** Null in a browser, which has none. */
    read: () => Promise<TillSettings | null>;
    /**
     * Takes effect at once; the server is changed by `server.choose`. Rejects when it would end the full screen and
     * whoever is signed in may not: call `leaveKiosk` first, which says why.
     */
    write: (settings: DeviceSettings) => Promise<void>;
    /** The devices that this computer has now. */
    devices: () => Promise<FoundDevice[]>;
  };
  server: {
    look: (url: string) => Promise<ServerLook>;
    /** Works with another server from now on; the sign-in at the old one ends. Refuses one that it may not use. */
    choose: (server: ServerChoice) => Promise<ServerLook>;
  };
  /**
   * Leaves the full screen until the next start. Only for a manager who is signed in: the main process asks the server
   * itself, so it is refused without one. Show `reason` to whoever asked.
   */
  leaveKiosk: () => Promise<KioskExit>;
};
