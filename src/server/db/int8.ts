import pg from 'pg';

/** Reads eight-byte integers as numbers; one beyond a number's precision is an error, never a wrong figure. */
function readInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`The integer ${text} is too large`);
  return value;
}

/** The types of a connection whose eight-byte integers are numbers. */
export const typesWithNumbers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8
      ? readInt8
      : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};
