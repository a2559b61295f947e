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

/** Each event registers a listener and returns how to remove it. */
type EventsOf<Part> = {
  [Name in keyof Part]: (listener: (message: z.output<Part[Name]>) => void) => () => void;
};

/** The API of `window.till`, derived from the table of channels; a browser implements the same by its own means. */
export type Till = { kind: 'electron' | 'browser' } & { [Part in keyof Calls]: CallsOf<Calls[Part]> } & {
  [Part in keyof Events]: EventsOf<Events[Part]>;
};

type AnswersOf<Part> = {
  [Name in keyof Part]: Part[Name] extends readonly [infer Message, infer Answer]
    ? (message: z.output<Message>) => z.input<Answer> | Promise<z.input<Answer>>
    : never;
};

/** The main process's handler of each call; the message has been parsed, the answer will be. */
export type Answers = { [Part in keyof Calls]: AnswersOf<Calls[Part]> };

type TellingsOf<Part> = { [Name in keyof Part]: (message: z.output<Part[Name]>) => void };

/** Functions by which the main process sends each event to the page. */
export type Tellings = { [Part in keyof Events]: TellingsOf<Events[Part]> };
