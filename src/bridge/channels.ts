// The one table of channel names between page and main process. The preload imports this file and electron, nothing else.

/** Calls from the page that are answered (invoke). */
export const calls = {
  print: 'printer.print',
  saveDraft: 'drafts.save',
  loadDraft: 'drafts.load',
  clearDraft: 'drafts.clear',
  readSettings: 'settings.read',
  writeSettings: 'settings.write',
} as const;

/** Events from the main process to the page. */
export const events = {
  scanned: 'scanner.scanned',
  printStatus: 'printer.status',
} as const;

export type Call = (typeof calls)[keyof typeof calls];
export type Event = (typeof events)[keyof typeof events];
