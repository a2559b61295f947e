import { calls, events } from './channels.ts';

const namesIn = (table: Record<string, object>) =>
  Object.entries(table).flatMap(([part, members]) => Object.keys(members).map((name) => `${part}.${name}`));

// Such as `printer.print`: the channel, and where `window.till` has it. The preload is built with what these come to and
// without the table: zod has no place in it (electron.vite.config.ts).
export const callNames = namesIn(calls);
export const eventNames = namesIn(events);
