import { calls, events } from './channels.ts';

const namesIn = (table: Record<string, object>) =>
  Object.entries(table).flatMap(([part, members]) => Object.keys(members).map((name) => `${part}.${name}`));

// Derives the channel names, such as `printer.print`, and their place in `window.till`. The preload is built from this
// result without the table, so that it does not carry zod (electron.vite.config.ts).
export const callNames = namesIn(calls);
export const eventNames = namesIn(events);
