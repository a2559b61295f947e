import { contextBridge, ipcRenderer } from 'electron';
import { calls, events, type Event } from '#bridge/channels.ts';
import type { Till } from '#bridge/till.ts';

/** Listens to an event of the main process; answers how to stop. */
function listen<T>(event: Event, listener: (message: T) => void): () => void {
  const hear = (_event: unknown, message: T) => {
    listener(message);
  };
  ipcRenderer.on(event, hear);
  return () => {
    ipcRenderer.off(event, hear);
  };
}

const till: Till = {
  kind: 'electron',
  scanner: {
    onScan: (listener) => listen(events.scanned, listener),
    status: () => ipcRenderer.invoke(calls.scannerStatus),
    onStatus: (listener) => listen(events.scannerStatus, listener),
  },
  printer: {
    print: (job) => ipcRenderer.invoke(calls.print, job),
    onStatus: (listener) => listen(events.printStatus, listener),
    queue: () => ipcRenderer.invoke(calls.printQueue),
    forget: (jobKey) => ipcRenderer.invoke(calls.forgetPrint, jobKey),
    look: (printer) => ipcRenderer.invoke(calls.lookAtPrinter, printer),
    test: (printer) => ipcRenderer.invoke(calls.testPrinter, printer),
  },
  drafts: {
    save: (snapshot) => ipcRenderer.invoke(calls.saveDraft, snapshot),
    list: (place) => ipcRenderer.invoke(calls.listDrafts, place),
    remove: (cartKey) => ipcRenderer.invoke(calls.removeDraft, cartKey),
  },
  journal: {
    write: (wish) => ipcRenderer.invoke(calls.writeWish, wish),
    list: (about) => ipcRenderer.invoke(calls.listWishes, about),
    forget: (key) => ipcRenderer.invoke(calls.forgetWish, key),
  },
  notes: {
    write: (note) => ipcRenderer.invoke(calls.writeNote, note),
    read: (name) => ipcRenderer.invoke(calls.readNote, name),
    remove: (name) => ipcRenderer.invoke(calls.removeNote, name),
  },
  units: {
    remember: (seen) => ipcRenderer.invoke(calls.rememberUnits, seen),
    find: (wanted) => ipcRenderer.invoke(calls.findUnit, wanted),
    forget: (gone) => ipcRenderer.invoke(calls.forgetUnits, gone),
  },
  settings: {
    read: () => ipcRenderer.invoke(calls.readSettings),
    write: (settings) => ipcRenderer.invoke(calls.writeSettings, settings),
    devices: () => ipcRenderer.invoke(calls.findDevices),
  },
  server: {
    look: (url) => ipcRenderer.invoke(calls.lookAtServer, { url }),
    choose: (server) => ipcRenderer.invoke(calls.chooseServer, server),
  },
  leaveKiosk: () => ipcRenderer.invoke(calls.leaveKiosk),
};

contextBridge.exposeInMainWorld('till', till);
