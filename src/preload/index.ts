import { contextBridge, ipcRenderer } from 'electron';
import { callNames, eventNames } from '#bridge/channel-names.ts';

/** Calls the main process, which parses the message. */
const call =
  (name: string) =>
  (...message: unknown[]) =>
    ipcRenderer.invoke(name, ...message);

/** Listens to an event of the main process; returns how to stop. */
const listen = (name: string) => (listener: (message: unknown) => void) => {
  const hear = (_event: unknown, message: unknown) => {
    listener(message);
  };
  ipcRenderer.on(name, hear);
  return () => {
    ipcRenderer.off(name, hear);
  };
};

type Member = ReturnType<typeof call> | ReturnType<typeof listen>;
const parts: Record<string, Record<string, Member>> = {};
const offer = (name: string, member: Member) => {
  const [part = '', its = ''] = name.split('.');
  (parts[part] ??= {})[its] = member;
};
for (const name of callNames) offer(name, call(name));
for (const name of eventNames) offer(name, listen(name));

contextBridge.exposeInMainWorld('till', { kind: 'electron', ...parts });
