import type { z } from '#contract/zod.ts';
import type { calls, events } from './channels.ts';

type Calls = typeof calls;
type Events = typeof events;

type Call<Message extends z.ZodType, Answer> =
  undefined extends z.input<Message> ? () => Promise<Answer> : (message: z.input<Message>) => Promise<Answer>;

type CallsOf<Part> = {
  [Name in keyof Part]: Part[Name] extends readonly [infer Message extends z.ZodType, infer Answer]
    ? Call<Message, z.output<Answer>>
    : never;
};

/** Each calls its listener from then on, and returns how to stop. */
type EventsOf<Part> = {
  [Name in keyof Part]: (listener: (message: z.output<Part[Name]>) => void) => () => void;
};

/** What `window.till` offers, as the table of channels says it; a browser has the same by its own means. */
export type Till = { kind: 'electron' | 'browser' } & { [Part in keyof Calls]: CallsOf<Calls[Part]> } & {
  [Part in keyof Events]: EventsOf<Events[Part]>;
};

type AnswersOf<Part> = {
  [Name in keyof Part]: Part[Name] extends readonly [infer Message, infer Answer]
    ? (message: z.output<Message>) => z.input<Answer> | Promise<z.input<Answer>>
    : never;
};

/** What the main process does for each call; the message has been parsed, the answer will be. */
export type Answers = { [Part in keyof Calls]: AnswersOf<Calls[Part]> };

type TellingsOf<Part> = { [Name in keyof Part]: (message: z.output<Part[Name]>) => void };

/** How the main process tells the page of each event. */
export type Tellings = { [Part in keyof Events]: TellingsOf<Events[Part]> };
