import { randomBytes } from 'node:crypto';
import { enrolment, offlineTill, type Enrolment, type OfflineTill } from '#bridge/offline-sales.ts';
import { TILL_HEADER } from '#contract/headers.ts';
import { TOLD_SERIES_MAX } from '#contract/shifts.ts';
import { z } from '#contract/zod.ts';
import { letterIndex, seriesName } from '#domain/offline-sales.ts';
import { log } from '../app/log.ts';
import type { SecretStore } from '../app/secret-store.ts';
import type { KnownSeries } from './sales-file.ts';

const SECRET_BYTES = 32;
/** The status of a secret that the server does not take. */
const INVALID = 422;

/** The secret by which a till sends its sales with nobody signed in, and the letter of its numbers. */
const credential = z.object({
  secret: z.string(),
  till: offlineTill,
  till_key: enrolment.shape.till_key,
  /** Null until the server has answered: it is asked again with the same secret. */
  letter: z.string().nullable(),
  /** True once the server refused it. */
  is_ended: z.boolean(),
});
type Credential = z.output<typeof credential>;
export type LivingCredential = Credential & { letter: string };

const isLiving = (it: Credential | undefined): it is LivingCredential =>
  it !== undefined && it.letter !== null && !it.is_ended;

/** The part of the answer that counts here; a newer server may send more. */
const enrolled = z.looseObject({
  id: z.int(),
  name: z.string(),
  code: z.string().min(1),
  credential: z.looseObject({ letter: z.string() }),
});

/** True if a number is one of a credential's series. */
export const isOfSeries = ({ number }: { number: string }, { till, letter }: LivingCredential): boolean =>
  number.startsWith(`${seriesName({ ...till, letter })}-X`);

/** Sends a body to the API as JSON. */
type Post = (path: string, body: object, headers: Record<string, string>) => Promise<Response>;

type Means = {
  post: Post;
  isNeeded: (credential: LivingCredential) => boolean;
  /** The series of the store that the till's file has, the newest of each till last. */
  file: readonly KnownSeries[];
};

export type Credentials = ReturnType<typeof openCredentials>;

/** Returns the newest series of each till of a store: those of the file, and those whose place it lost. */
function tellSeries(
  kept: readonly Credential[],
  storeCode: string,
  file: readonly KnownSeries[],
): KnownSeries[] {
  const newest = new Map(file.map((series) => [series.till_code, series]));
  for (const { till, letter } of kept) {
    if (letter === null || till.store_code !== storeCode) continue;
    const known = newest.get(till.till_code);
    if (known && letterIndex(known.letter) >= letterIndex(letter)) continue;
    newest.set(till.till_code, { till_code: till.till_code, letter, last_no: null });
  }
  return [...newest.values()].slice(-TOLD_SERIES_MAX);
}

/**
 * The credentials of this computer's tills at one server, each kept until no sale of it waits any more. The last one is the
 * till's own.
 */
export function openCredentials(store: SecretStore) {
  const read = (): Credential[] => {
    try {
      return z.array(credential).parse(JSON.parse(store.read() ?? '[]'));
    } catch (fault) {
      log.error('The till’s credential cannot be read:', fault);
      return [];
    }
  };
  let kept = read();
  const write = (next: Credential[]) => {
    kept = next;
    store.write(next.length > 0 ? JSON.stringify(next) : null);
  };
  const own = () => kept.at(-1);

  /**
   * Asks the server for a credential of a till, by the secret that was not answered, if any.
   * @param means.file what the till's file has: the server gives a letter that comes after, and says where the file is not the
   * one that it knows
   * @param means.isNeeded tells if sales of a former credential still wait
   * @returns the credential; null where the server gave none
   */
  const ask = async (wanted: Enrolment, token: string, means: Means): Promise<LivingCredential | null> => {
    const { till_key, ...till } = wanted;
    const last = own();
    const isUnanswered =
      last?.letter === null && last.till.till_id === till.till_id && last.till_key === till_key;
    const secret = isUnanswered ? last.secret : randomBytes(SECRET_BYTES).toString('base64url');
    const series = tellSeries(kept, till.store_code, means.file);
    const former = kept.filter((each) => isLiving(each) && means.isNeeded(each));
    // It has ended until another one is given: a computer that was declared lost gets none.
    const is_ended = last?.is_ended ?? false;
    write([...former, { secret, till, till_key, letter: null, is_ended }]);
    const headers = {
      authorization: `Bearer ${token}`,
      'x-store-id': String(till.store_id),
      [TILL_HEADER]: till_key,
    };
    const answer = await means.post('/tills/credential', { secret, series }, headers).catch(() => null);
    if (answer?.status === INVALID && isUnanswered) {
      // It was given and has ended since: the server takes only another one.
      write(former);
      return ask(wanted, token, means);
    }
    const said = enrolled.safeParse(await answer?.json().catch(() => null));
    if (!answer?.ok || !said.success) {
      log.warn('The server gave this till no credential:', answer?.status ?? 'no answer');
      return null;
    }
    const { id, name, code, credential: given } = said.data;
    // The till that the computer is by now may be another one than it was asked for.
    const its = { ...till, till_id: id, till_code: code, till_name: name };
    const made = { secret, till: its, till_key, letter: given.letter, is_ended: false };
    write(kept.map((each) => (each.secret === secret ? made : each)));
    return made;
  };

  return {
    /** The till's own credential, if the server has given it and has not ended it. */
    living: (): LivingCredential | null => {
      const last = own();
      return isLiving(last) ? last : null;
    },
    /** True if the server ended the till's own one. */
    isEnded: (): boolean => own()?.is_ended ?? false,
    /** The credential by which a sale is sent: the one that it was made under, or the till's own where that has ended. */
    senderOf: (sale: { number: string }): LivingCredential | null => {
      const its = kept.find((each) => isLiving(each) && isOfSeries(sale, each));
      if (isLiving(its)) return its;
      const last = own();
      return isLiving(last) ? last : null;
    },
    /** Takes the server's word that a credential has ended. */
    end: (secret: string): void => {
      write(kept.map((each) => (each.secret === secret ? { ...each, is_ended: true } : each)));
    },
    /** Keeps what a till is called now; its code is the server's. */
    rename: (till: OfflineTill): void => {
      write(
        kept.map((each) =>
          each === own() ? { ...each, till: { ...till, till_code: each.till.till_code } } : each,
        ),
      );
    },
    ask,
    /** Forgets all of them: the till works with another server. */
    forget: (): void => write([]),
  };
}
