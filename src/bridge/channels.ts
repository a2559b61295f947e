// The one table of channel names between page and main process. The preload imports this file and electron, nothing else.

/** Calls from the page that are answered (invoke). */
export const calls = {
  print: 'printer.print',
  printQueue: 'printer.queue',
  forgetPrint: 'printer.forget',
  testPrinter: 'printer.test',
  lookAtPrinter: 'printer.look',
  scannerStatus: 'scanner.status',
  saveDraft: 'drafts.save',
  listDrafts: 'drafts.list',
  removeDraft: 'drafts.remove',
  writeWish: 'journal.write',
  listWishes: 'journal.list',
  forgetWish: 'journal.forget',
  writeNote: 'notes.write',
  readNote: 'notes.read',
  removeNote: 'notes.remove',
  rememberUnits: 'units.remember',
  findUnit: 'units.find',
  forgetUnits: 'units.forget',
  readSettings: 'settings.read',
  writeSettings: 'settings.write',
  findDevices: 'settings.devices',
  lookAtServer: 'server.look',
  chooseServer: 'server.choose',
  leaveKiosk: 'window.leaveKiosk',
} as const;

/** Events from the main process to the page. */
export const events = {
  scanned: 'scanner.scanned',
  scannerStatus: 'scanner.changed',
  printStatus: 'printer.status',
} as const;

export type Call = (typeof calls)[keyof typeof calls];
export type Event = (typeof events)[keyof typeof events];
