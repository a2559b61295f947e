import { createHash } from 'node:crypto';

// PostgreSQL plans a statement anew each time, unless it was prepared under a name: docs/decisions/compiled-queries.md.

/** The most values of a named statement; larger ones are too many different ones to keep on each connection. */
const VALUES_MAX = 60;

/** duplicate_prepared_statement, invalid_sql_statement_name: a pooler gives each transaction another connection. */
const POOLED = ['42P05', '26000'];
/** feature_not_supported of a prepared statement: another server has changed the tables since it was planned. */
const OUTDATED = '0A000';

/** Names of prepared statements, each derived from its text: the same on every server of a chain. */
export type StatementNames = {
  /** Gives a statement a name, if preparing it pays. */
  give: (text: string, values: readonly unknown[]) => void;
  /** Returns undefined for a statement that is not to be prepared. */
  nameOf: (text: string) => string | undefined;
  /** True if an error was about a name; from then on there are none, or others, and the failed query may be run again. */
  isAboutName: (code: string) => boolean;
};

export function createStatementNames(warn: (message: string) => void): StatementNames {
  const names = new Map<string, string>();
  let isPooled = false;
  let generation = 0;
  const named = (text: string) =>
    `t${generation}_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
  return {
    give(text, values) {
      if (isPooled || names.has(text) || values.length > VALUES_MAX) return;
      names.set(text, named(text));
    },
    nameOf: (text) => names.get(text),
    isAboutName(code) {
      if (code !== OUTDATED && !POOLED.includes(code)) return false;
      names.clear();
      generation += 1;
      if (POOLED.includes(code) && !isPooled) {
        isPooled = true;
        warn('The pooler before PostgreSQL keeps no prepared statements: none are prepared from now on');
      }
      return true;
    },
  };
}
