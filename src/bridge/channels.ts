import { z } from '#contract/zod.ts';
import { foundServer, foundServers, serverAddress, serverChoice, serverLook } from './connection.ts';
import {
  cartKey,
  draftPlace,
  draftSnapshot,
  note,
  noteName,
  journalEntry,
  requestKey,
  journalTopic,
  sentCartWanted,
} from './drafts.ts';
import {
  enrolment,
  keptSale,
  offlineCompleted,
  offlineCompletion,
  offlineFile,
  offlineOpened,
  offlineState,
  saleWanted,
  shiftToOpen,
  soldFound,
  soldWanted,
} from './offline-sales.ts';
import { ownServer, ownServerMade } from './own-server.ts';
import { printerTest, printJob, printQueueEntry, printStatus } from './printing.ts';
import { scan, scannerStatus } from './scanning.ts';
import {
  deviceSettings,
  foundDevices,
  kioskExit,
  labelPrinterSettings,
  printerSettings,
  tillSettings,
} from './settings.ts';
import { trouble } from './troubles.ts';
import { unlockAnswer, unlockProof } from './unlocking.ts';
import { updateBegun, updateStatus } from './updates.ts';
import {
  copiedStore,
  copyVersion,
  knownUnit,
  productWanted,
  storeAnswer,
  knownVariation,
  productsWanted,
  unitsGone,
  unitWanted,
} from './units.ts';

// The one table of the calls and events between page and main process. `window.till` has its shape, the preload is built
// from its names, and main answers it: to add a call, add its line here and implement it in main/index.ts.

/** A receipt or label printer that is being tried. */
const triedPrinter = z.union([printerSettings, labelPrinterSettings]);

/** A call without a message. */
const nothing = z.undefined();
/** An answer without content: what the work returns stays in main. */
const done = z.unknown().transform((): void => undefined);

/** The calls that the page may make: by part and name, the message and the answer. */
export const calls = {
  printer: {
    /** Puts a job in its printer's queue. Returns at once; the outcome comes through `onStatus`. */
    print: [printJob, printStatus],
    /** The status of a job that the queue took; null for a key that it does not know, or not any more after 30 days. */
    find: [printJob.shape.job_key, printStatus.nullable()],
    /** Jobs that wait or were not confirmed, newest first. */
    queue: [nothing, z.array(printQueueEntry)],
    /** Takes a job that waits, or whose outcome is unknown, off the list. */
    forget: [printJob.shape.job_key, done],
    /** Asks a printer for its condition, with settings that need not be saved. */
    look: [triedPrinter, printerTest],
    /** Prints a test page or a test label, with settings that need not be saved. Never kicks the drawer. */
    test: [triedPrinter, printerTest],
  },
  scanner: {
    /** The scanners that are set up, each with its status. */
    status: [nothing, z.array(scannerStatus)],
  },
  drafts: {
    /** Keeps a cart; once answered, it survives a power cut. */
    save: [draftSnapshot, done],
    /** The kept carts of a person at a store, the one saved last first. */
    list: [draftPlace, z.array(draftSnapshot)],
    /** Forgets a cart, and its journal entries. */
    remove: [cartKey, done],
    /** The draft's number of a kept cart with a unit that was sent to be completed and not answered; null without one. */
    sentCartWith: [sentCartWanted, z.string().nullable()],
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
  /** The till's copy of its store, for use while the server is unreachable. */
  units: {
    /** Puts an answer of the feed into the copy; false for one that does not go on from its present version. */
    copied: [storeAnswer, z.boolean()],
    /** The version that the next call of the feed names; null without a copy. */
    version: [copiedStore, copyVersion.nullable()],
    find: [unitWanted, knownUnit.nullable()],
    /** Some units of each variation of a product, those that can be sold first; null without a whole copy. */
    ofProduct: [productWanted, z.array(knownUnit).nullable()],
    /** The variations of some products by name, with what stands there of each; null without a whole copy. */
    products: [productsWanted, z.array(knownVariation).nullable()],
    /** Forgets units that this till sold. */
    forget: [unitsGone, done],
  },
  /** Sales that are made while the server cannot be reached. */
  offline: {
    /**
     * Gets this device the credential of a till; to be called at the till, signed in, while the state names another till, none,
     * or an ended credential. Without an answer the state is as before.
     */
    enrol: [enrolment, offlineState],
    state: [nothing, offlineState],
    /** Makes the sale; once answered, it survives a power cut. To be awaited before paper and drawer. */
    complete: [offlineCompletion, offlineCompleted],
    /** Opens a shift; once answered, that survives a power cut. */
    openShift: [shiftToOpen, offlineOpened],
    /** The sales that wait, and those of the last 30 days, newest first. */
    sales: [nothing, z.array(keptSale)],
    /** One of them; null where there is none. A draft that the server recorded as another sale became none. */
    sale: [saleWanted, keptSale.nullable()],
    /**
     * Which of some units, codes and numbers this till sold without the server: in sales that wait, and in sent ones unless the
     * copy of the store shows that the unit is back.
     */
    sold: [soldWanted, soldFound],
    /** The sales that wait, to be saved as a file. */
    export: [nothing, offlineFile],
  },
  settings: {
    /** Null in a browser, which has no till settings. */
    read: [nothing, tillSettings.nullable()],
    /**
     * Takes effect at once; the server is changed by `server.choose`. Rejects ending the full screen unless the signed-in
     * person may: call `kiosk.leave` first, which says why.
     */
    write: [deviceSettings, done],
    /** The devices that this computer has now. */
    devices: [nothing, foundDevices],
  },
  server: {
    look: [serverAddress.shape.url, serverLook],
    /** The servers that announce themselves in this computer's networks. */
    find: [nothing, foundServers],
    /** A look at one of them, which must have the certificate that was announced. */
    lookAtFound: [foundServer, serverLook],
    /** Works with another server from now on; the sign-in at the old one ends. Refuses one that it may not use. */
    choose: [serverChoice, serverLook],
  },
  ownServer: {
    state: [nothing, ownServer],
    /** Sets the server up on this computer, or brings it to this program's version, and works with it; asks for an administrator. */
    setUp: [nothing, ownServerMade],
  },
  support: {
    /** The end of the till's log for support, without secrets. */
    log: [nothing, z.string()],
  },
  troubles: {
    /** Faults of the till's own files that were not taken yet, oldest first: each is told once. */
    take: [nothing, z.array(trouble)],
  },
  lock: {
    /** Unlocks an idle till for its own cashier while the server cannot be reached. */
    unlock: [unlockProof, unlockAnswer],
  },
  /** The till's own program, which its server updates. */
  updates: {
    status: [nothing, updateStatus],
    /** Asks the server at once which version this till is to run, and loads it. */
    check: [nothing, updateStatus],
    /** Ends the till, installs what is ready, and starts again; refused while a sale is paid, or a paper printed. */
    install: [nothing, updateBegun],
    /** Installs it when the till is closed: the cashier is not asked again. */
    putOff: [nothing, done],
  },
  kiosk: {
    /**
     * Leaves the full screen until the next start. Refused unless a manager is signed in, which the main process asks the
     * server itself. Show `reason` to the person who asked.
     */
    leave: [nothing, kioskExit],
  },
} as const satisfies Record<string, Record<string, readonly [message: z.ZodType, answer: z.ZodType]>>;

/** The events that the page is told of: by part and name, the message. */
export const events = {
  troubles: {
    /** The number of faults to take. */
    onNew: z.int(),
  },
  offline: {
    /** A sale, the credential or a problem changed. The two moments go on without it. */
    onChange: offlineState,
  },
  updates: {
    onChange: updateStatus,
  },
  printer: {
    /** A job changed its state. */
    onStatus: printStatus,
  },
  scanner: {
    /** A scanner that the main process owns read a code. */
    onScan: scan,
    /** Scanners came or went; all of them, each with its status. */
    onStatus: z.array(scannerStatus),
  },
} as const satisfies Record<string, Record<string, z.ZodType>>;
