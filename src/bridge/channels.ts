import { z } from '#contract/zod.ts';
import { serverAddress, serverChoice, serverLook } from './connection.ts';
import {
  cartKey,
  draftPlace,
  draftSnapshot,
  note,
  noteName,
  journalEntry,
  requestKey,
  journalTopic,
} from './drafts.ts';
import { printerTest, printJob, printQueueEntry, printStatus } from './printing.ts';
import { scan, scannerStatus } from './scanning.ts';
import {
  deviceSettings,
  foundDevice,
  kioskExit,
  labelPrinterSettings,
  printerSettings,
  tillSettings,
} from './settings.ts';
import { trouble } from './troubles.ts';
import { knownUnit, unitsGone, unitsSeen, unitWanted } from './units.ts';

// The one table of what crosses between page and main process. `window.till` has its shape, the preload is built from its
// names, and main answers it: to add a call, add its line here and say in main/index.ts what it does.

/** The receipt printer or the label printer, as somebody describes it. */
const triedPrinter = z.union([printerSettings, labelPrinterSettings]);

/** A call without a message. */
const nothing = z.undefined();
/** An answer that says only that it is done: whatever the work returns stays in main. */
const done = z.unknown().transform((): void => undefined);

/** What the page may ask for: by part and call, what it sends and what it is answered. */
export const calls = {
  printer: {
    /** Puts a job in its printer's queue. Returns at once; the outcome comes through `onStatus`. */
    print: [printJob, printStatus],
    /** What waits, and what was not confirmed, the newest first. */
    queue: [nothing, z.array(printQueueEntry)],
    /** Takes a job that waits, or whose outcome is unknown, off the list. */
    forget: [printJob.shape.job_key, done],
    /** Asks a printer how it is, with settings that need not be saved. */
    look: [triedPrinter, printerTest],
    /** Prints a test page or a test label, with settings that need not be saved. Never kicks the drawer. */
    test: [triedPrinter, printerTest],
  },
  scanner: {
    /** The scanners that are set up, each with how it fares. */
    status: [nothing, z.array(scannerStatus)],
  },
  drafts: {
    /** Keeps a cart; once answered, it survives a power cut. */
    save: [draftSnapshot, done],
    /** The kept carts of a person at a store, the one saved last first. */
    list: [draftPlace, z.array(draftSnapshot)],
    /** Forgets a cart, and what the journal holds about it. */
    remove: [cartKey, done],
  },
  /** The changes that were sent and not answered yet. */
  journal: {
    /** To be awaited before a change is sent. */
    write: [journalEntry, done],
    list: [journalTopic, z.array(journalEntry)],
    forget: [requestKey, done],
  },
  notes: {
    write: [note, done],
    read: [noteName, note.shape.text.nullable()],
    remove: [noteName, done],
  },
  /** What this till knows of units that were looked up before, for the time without a server. */
  units: {
    remember: [unitsSeen, done],
    find: [unitWanted, knownUnit.nullable()],
    forget: [unitsGone, done],
  },
  settings: {
    /** Null in a browser, which has none. */
    read: [nothing, tillSettings.nullable()],
    /**
     * Takes effect at once; the server is changed by `server.choose`. Rejects when it would end the full screen and
     * whoever is signed in may not: call `kiosk.leave` first, which says why.
     */
    write: [deviceSettings, done],
    /** The devices that this computer has now. */
    devices: [nothing, z.array(foundDevice)],
  },
  server: {
    look: [serverAddress.shape.url, serverLook],
    /** Works with another server from now on; the sign-in at the old one ends. Refuses one that it may not use. */
    choose: [serverChoice, serverLook],
  },
  support: {
    /** The end of the till's log, for whoever helps; without secrets. */
    log: [nothing, z.string()],
  },
  troubles: {
    /** What befell the till's own files and was not taken yet, the oldest first: each is told once. */
    take: [nothing, z.array(trouble)],
  },
  kiosk: {
    /**
     * Leaves the full screen until the next start. Only for a manager who is signed in: the main process asks the server
     * itself, so it is refused without one. Show `reason` to whoever asked.
     */
    leave: [nothing, kioskExit],
  },
} as const satisfies Record<string, Record<string, readonly [message: z.ZodType, answer: z.ZodType]>>;

/** What the page is told of without asking: by part and name, what is told. */
export const events = {
  troubles: {
    /** There is something to take; how much. */
    onNew: z.int(),
  },
  printer: {
    /** A job changed its state. */
    onStatus: printStatus,
  },
  scanner: {
    /** A scanner that the main process owns read a code. */
    onScan: scan,
    /** One of them came or went; all of them, each with how it fares. */
    onStatus: z.array(scannerStatus),
  },
} as const satisfies Record<string, Record<string, z.ZodType>>;
