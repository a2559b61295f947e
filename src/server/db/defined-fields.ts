type DefinedFields<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Returns the defined fields: null clears, undefined is left out, so that spreading the result changes nothing else. */
export function definedFields<T extends object>(values: T): DefinedFields<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as DefinedFields<T>;
}
