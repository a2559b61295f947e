// Amounts are centavos, rates basis points, instants epoch milliseconds, booleans 0 or 1, and columns ending in `_json`
// hold JSON text; the same on every engine. Names are those of the wire.

export type Flag = 0 | 1;
