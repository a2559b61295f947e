import { sql, type RawBuilder } from 'kysely';
import { pairPrefix, pairWord, type SearchTerm } from '#domain/search-key.ts';
import type { Reader, Writer } from './access.ts';
import type { Tables } from './tables.ts';

// Search without an engine's own words: whoever is to be found keeps words in one table, in the order of its key, so
// that all words with one beginning are one range of it. However many there are, a search reads a bounded number of rows.

export type SearchKind = Tables['search_words']['kind'];

/** Few enough that no engine's limit on bound values is met. */
const WORDS_AT_ONCE = 2000;
/** So many times as many words are read as subjects are asked for: one may have several with the same beginning. */
const WORDS_EACH = 1.2;
/** Where these left too few of them, so many times as many, once. */
const WORDS_EACH_AGAIN = 6;
/** Words that are read of one range to see which word is rarest. */
const WORDS_COMPARED = 500;
/** Beside the pairs of two common words, so many are looked at for a word that is elsewhere than in the name. */
const WORDS_BESIDE = 150;
/** Where one of them may be part of a number, which is in no pair. */
const WORDS_BESIDE_NUMBERS = 4000;
/** Of a long text only so many words are compared, the longest; all of them must be there. */
const TERMS_COMPARED = 4;
/** So many different words with one beginning are looked up in pairs. */
const FIRST_WORDS = 16;

/** Above every character: all that begins with a prefix stands between the prefix and the prefix with this. */
const LAST = '\u{10ffff}';

/** A subject's words as its own row keeps them, each after a space. */
export const searchText = (words: readonly string[]) => ` ${words.join(' ')}`;
const wordsIn = (text: string) => text.split(' ').filter(Boolean);

/** Keeps the words of new subjects. */
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

/** Puts a subject's words in the place of those it had; only what differs is written. Its row must be held. */
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

/** The first words that begin with a prefix. */
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

/** The words that are read, whose subjects are looked at; `isPart` where others than these may be wanted too. */
type Source = { words: ReturnType<typeof unionOf>; limit: number; isPart: boolean };

const termWords = (reader: Reader, kind: SearchKind, term: SearchTerm, limit: number) =>
  unionOf(
    reader,
    term.map((prefix) => rangeOf(reader, kind, prefix, limit)),
  );

type Pairs = Pick<Source, 'words' | 'isPart'> & { areEnough: boolean };

/** Pairs of the first few words that begin as asked, each a jump in the index, with one that does; as many as are wanted. */
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

/** Pairs of words that both begin as asked. */
async function pairsOf(
  reader: Reader,
  kind: SearchKind,
  [a, b]: readonly [string, string],
  limit: number,
): Promise<Pairs> {
  const own = await pairsWith(reader, kind, [a, b], limit);
  if (own.areEnough || !own.isPart) return own;
  // Every pair is kept both ways round: one of them says all, unless too many words begin so.
  const other = await pairsWith(reader, kind, [b, a], limit);
  return other.areEnough || !other.isPart ? other : { ...own, words: own.words.unionAll(other.words) };
}

/**
 * Where those with all of the words are looked for: among the subjects of the rarest word. Where even that has too many
 * to look at, the pairs of words that are kept say who has two of them; whoever has one of them elsewhere than in their
 * name is then looked for among the first only.
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

export type WordSearch = {
  kind: SearchKind;
  terms: readonly SearchTerm[];
  /** As many are answered. */
  limit: number;
  /**
   * A sub-query for the name key of the subject `found.subject_id`; null where a filter leaves it out or its text does
   * not hold every word. A sub-query, not a join: engines then look up each one that was found, whatever else there is.
   */
  nameOf: RawBuilder<string | null>;
};

/** Those whom one look at the words leaves, and whether there may be others. */
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
 * Finds the subjects that have every term, in the order of their names; `capped` where there may be more than those. Where
 * a first look for one word leaves fewer than are asked for and not all, a longer one is taken.
 */
export async function findByWords(reader: Reader, search: WordSearch): Promise<Found> {
  const { terms, limit } = search;
  if (terms.length === 0) return { ids: [], capped: false };
  const first = await lookOnce(reader, search, limit * WORDS_EACH);
  const isEnough = terms.length > 1 || !first.isPart || first.found.length > limit;
  const { found, isPart } = isEnough ? first : await lookOnce(reader, search, limit * WORDS_EACH_AGAIN);
  return {
    ids: found
      .sort(byNameKey)
      .slice(0, limit)
      .map(({ id }) => id),
    capped: found.length > limit || isPart,
  };
}

/** As both engines' indexes have them: by the key's characters, not by a language. */
export function byNameKey(a: Named, b: Named): number {
  if (a.name_key === b.name_key) return a.id - b.id;
  return a.name_key < b.name_key ? -1 : 1;
}

/** As it stands within a pattern of LIKE. */
const likeText = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Whether a subject's text holds all terms, each at the beginning of a word. */
export function holdsEvery(text: string, terms: readonly SearchTerm[]): RawBuilder<boolean> {
  const column = sql.ref(text);
  const conditions = terms.map((term) => {
    const alternatives = term.map((word) => sql`${column} like ${`% ${likeText(word)}%`} escape '\\'`);
    return sql`(${sql.join(alternatives, sql` or `)})`;
  });
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
