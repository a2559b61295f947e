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
  scanner: { onScan: (listener) => listen(events.scanned, listener) },
  printer: {
    print: (job) => ipcRenderer.invoke(calls.print, job),
    onStatus: (listener) => listen(events.printStatus, listener),
  },
  drafts: {
    save: (snapshot) => ipcRenderer.invoke(calls.saveDraft, snapshot),
    load: () => ipcRenderer.invoke(calls.loadDraft),
    clear: () => ipcRenderer.invoke(calls.clearDraft),
  },
  settings: {
    read: () => ipcRenderer.invoke(calls.readSettings),
    write: (settings) => ipcRenderer.invoke(calls.writeSettings, settings),
  },
};

contextBridge.exposeInMainWorld('till', till);
