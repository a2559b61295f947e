import { sql, type RawBuilder } from 'kysely';
import { pairPrefix, pairWord, type SearchTerm } from '#domain/search-key.ts';
import type { Reader, Writer } from './access.ts';
import type { Tables } from './tables.ts';

// Searches without full-text features of an engine: the words of all subjects are in one table, in the order of its key,
// so that words with one prefix are one range of it. A search reads a bounded number of rows, however many words there
// are.

type SearchKind = Tables['search_words']['kind'];

/** Words in one statement; below every engine's limit on bound values. */
const WORDS_AT_ONCE = 2000;
/** Words that are read for each requested subject: one subject may have several with the same prefix. */
const WORDS_EACH = 1.2;
/** Words that are read for each requested subject in a second try, if the first left too few. */
const WORDS_EACH_AGAIN = 6;
/** Words that are read at once for each requested subject, where a filter leaves some of them: there is no second try. */
const WORDS_EACH_FILTERED = 2;
/** The most words of one range that are read to find the rarest term. */
const WORDS_COMPARED = 500;
/** Words that are checked, beside the pairs of two common words, for one outside the name. */
const WORDS_BESIDE = 150;
/** The same, if one of the words may be part of a number, which is in no pair. */
const WORDS_BESIDE_NUMBERS = 4000;
/** The most words of a long text that are compared, the longest first; all words must match. */
const TERMS_COMPARED = 4;
/** The most different words with one prefix that are looked up in pairs. */
const FIRST_WORDS = 16;

/** Above every character: all texts with a prefix stand between the prefix and the prefix with this appended. */
const LAST = '\u{10ffff}';

/** The text of a subject's words in its own row, each after a space. */
export const searchText = (words: readonly string[]) => ` ${words.join(' ')}`;
const wordsIn = (text: string) => text.split(' ').filter(Boolean);

/** Stores the words of new subjects. */
export async function insertWords(
  writer: Writer,
  kind: SearchKind,
  subjects: readonly { id: number; search_text: string }[],
): Promise<void> {
  const rows = subjects.flatMap(({ id, search_text }) =>
    wordsIn(search_text).map((word) => ({ kind, word, subject_id: id })),
  );
  for (let start = 0; start < rows.length; start += WORDS_AT_ONCE) {
    await writer
      .insertInto('search_words')
      .values(rows.slice(start, start + WORDS_AT_ONCE))
      .execute();
  }
}

/** Replaces a subject's words; writes only differences. Its row must be held. */
export async function replaceWords(
  writer: Writer,
  kind: SearchKind,
  id: number,
  { before, after }: { before: string; after: string },
): Promise<void> {
  const [old, wanted] = [new Set(wordsIn(before)), new Set(wordsIn(after))];
  const gone = [...old.difference(wanted)];
  if (gone.length) {
    await writer
      .deleteFrom('search_words')
      .where('kind', '=', kind)
      .where('word', 'in', gone)
      .where('subject_id', '=', id)
      .execute();
  }
  await insertWords(writer, kind, [{ id, search_text: searchText([...wanted.difference(old)]) }]);
}

/** Returns the first words with a prefix. */
function rangeOf(reader: Reader, kind: SearchKind, prefix: string, limit: number) {
  return reader
    .selectFrom('search_words')
    .select(['word', 'subject_id'])
    .where('kind', '=', kind)
    .where('word', '>=', prefix)
    .where('word', '<', prefix + LAST)
    .orderBy('word')
    .orderBy('subject_id')
    .limit(limit);
}

const unionOf = (reader: Reader, ranges: readonly ReturnType<typeof rangeOf>[]) =>
  ranges
    .map((range) => reader.selectFrom(range.as('range')).select(['word', 'subject_id']))
    .reduce((all, other) => all.unionAll(other));

async function countOf(reader: Reader, words: ReturnType<typeof unionOf>): Promise<number> {
  const { count } = await reader
    .selectFrom(words.as('found'))
    .select(sql<number>`cast(count(*) as integer)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The words to read, whose subjects are checked; `isPart` if other subjects may match, too. */
type Source = { words: ReturnType<typeof unionOf>; limit: number; isPart: boolean };

const termWords = (reader: Reader, kind: SearchKind, term: SearchTerm, limit: number) =>
  unionOf(
    reader,
    term.map((prefix) => rangeOf(reader, kind, prefix, limit)),
  );

type Pairs = Pick<Source, 'words' | 'isPart'> & { areEnough: boolean };

/**
 * Returns pairs of the first few words with one prefix, each a jump in the index, with a word with the other; up to the
 * limit.
 */
async function pairsWith(
  reader: Reader,
  kind: SearchKind,
  [first, second]: readonly [string, string],
  limit: number,
): Promise<Pairs> {
  const ranges = [rangeOf(reader, kind, pairWord(first, second), 0)];
  let left = limit;
  let from = pairPrefix(first);
  const answer = (isPart: boolean) => ({ words: unionOf(reader, ranges), isPart, areEnough: left === 0 });
  for (let met = 0; met < FIRST_WORDS; met += 1) {
    const next = rangeOf(reader, kind, pairPrefix(first), 1).where('word', '>=', from);
    const row = await next.executeTakeFirst();
    if (!row) return answer(false);
    const [, word = ''] = row.word.split('+');
    const range = rangeOf(reader, kind, pairWord(word, second), left);
    const count = await countOf(reader, unionOf(reader, [range]));
    if (count) ranges.push(range);
    left -= count;
    if (left === 0) return answer(true);
    from = pairWord(word, LAST);
  }
  return answer(true);
}

/** Returns pairs of words with both prefixes. */
async function pairsOf(
  reader: Reader,
  kind: SearchKind,
  [a, b]: readonly [string, string],
  limit: number,
): Promise<Pairs> {
  const own = await pairsWith(reader, kind, [a, b], limit);
  if (own.areEnough || !own.isPart) return own;
  // Every pair is stored both ways round: one of them gives all, unless too many words have the prefix.
  const other = await pairsWith(reader, kind, [b, a], limit);
  return other.areEnough || !other.isPart ? other : { ...own, words: own.words.unionAll(other.words) };
}

/**
 * Chooses the words to search for subjects with all terms: those of the rarest term. If even these are too many, the
 * stored pairs of words give subjects with two of them; subjects with a term outside the name are then looked for among
 * the first only.
 */
async function sourceOf(
  reader: Reader,
  kind: SearchKind,
  terms: readonly SearchTerm[],
  limit: number,
): Promise<Source> {
  const [only = []] = terms;
  if (terms.length === 1) return { words: termWords(reader, kind, only, limit), limit, isPart: false };
  const length = (term: SearchTerm) => term[0]?.length ?? 0;
  const longest = terms.toSorted((a, b) => length(b) - length(a)).slice(0, TERMS_COMPARED);
  const counted = [];
  for (const term of longest) {
    const count = await countOf(reader, termWords(reader, kind, term, WORDS_COMPARED + 1));
    counted.push({ term, count });
  }
  const [rarest, next] = counted.sort((a, b) => a.count - b.count);
  if (!rarest || !next) throw new Error('A search without words');
  const isRare = rarest.count <= WORDS_COMPARED;
  // A number is in no pair.
  const mayBeNumber = terms.some((term) => term.length > 1);
  const beside = mayBeNumber ? WORDS_BESIDE_NUMBERS : WORDS_BESIDE;
  const words = termWords(reader, kind, rarest.term, isRare ? WORDS_COMPARED : beside);
  if (isRare) return { words, limit: Number.POSITIVE_INFINITY, isPart: false };
  const pair = [rarest.term[0] ?? '', next.term[0] ?? ''] as const;
  const pairs = await pairsOf(reader, kind, pair, limit);
  const isPart = pairs.isPart || mayBeNumber;
  return { words: words.unionAll(pairs.words), limit: Number.POSITIVE_INFINITY, isPart };
}

type Named = { id: number; name_key: string };
export type Found = { ids: number[]; capped: boolean };

type WordSearch = {
  kind: SearchKind;
  terms: readonly SearchTerm[];
  /** The most subjects to return. */
  limit: number;
  /**
   * A sub-query for the name key of the subject `found.subject_id`; null if a filter leaves it out or its text does not
   * hold every word. A sub-query and not a join: engines then look up only the subjects that were found.
   */
  nameOf: RawBuilder<string | null>;
  /** True if a filter leaves only some of the subjects with the words. */
  isFiltered?: boolean;
};

/** Returns the matching subjects of one look at the words; `isPart` if there may be others. */
async function lookOnce(
  reader: Reader,
  { kind, terms, nameOf }: WordSearch,
  limit: number,
): Promise<{ found: Named[]; isPart: boolean }> {
  const source = await sourceOf(reader, kind, terms, limit);
  const subjects = reader
    .selectFrom(source.words.as('read'))
    .select(['read.subject_id', sql<number>`cast(count(*) as integer)`.as('words')])
    .groupBy('read.subject_id');
  const rows = await reader
    .selectFrom(subjects.as('found'))
    .select(['found.subject_id as id', 'found.words', nameOf.as('name_key')])
    .execute();
  const wordsRead = rows.reduce((sum, { words }) => sum + words, 0);
  return {
    found: rows.flatMap(({ id, name_key }) => (name_key === null ? [] : [{ id, name_key }])),
    isPart: source.isPart || wordsRead >= source.limit,
  };
}

/**
 * Finds the subjects that have every term, in the order of their names; `capped` if there may be more. Looks a second
 * time, further, if the first look for one word finds too few and not all.
 */
export async function findByWords(reader: Reader, search: WordSearch): Promise<Found> {
  const { terms, limit, isFiltered = false } = search;
  if (terms.length === 0) return { ids: [], capped: false };
  const first = await lookOnce(reader, search, limit * (isFiltered ? WORDS_EACH_FILTERED : WORDS_EACH));
  const isEnough = isFiltered || terms.length > 1 || !first.isPart || first.found.length > limit;
  const { found, isPart } = isEnough ? first : await lookOnce(reader, search, limit * WORDS_EACH_AGAIN);
  return {
    ids: found
      .sort(byNameKey)
      .slice(0, limit)
      .map(({ id }) => id),
    capped: found.length > limit || isPart,
  };
}

/** Compares as both engines' indexes do: by the key's characters, independent of language. */
export function byNameKey(a: Named, b: Named): number {
  if (a.name_key === b.name_key) return a.id - b.id;
  return a.name_key < b.name_key ? -1 : 1;
}

/** Escapes a text for a pattern of LIKE. */
const likeText = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** True if a subject's text holds all terms, each at the beginning of a word. */
export function holdsEvery(text: string, terms: readonly SearchTerm[]): RawBuilder<boolean> {
  const column = sql.ref(text);
  const conditions = terms.map((term) => {
    const alternatives = term.map((word) => sql`${column} like ${`% ${likeText(word)}%`} escape '\\'`);
    return sql`(${sql.join(alternatives, sql` or `)})`;
  });
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
