/** Makes the object throw for every member it lacks: the stand-in must never answer by accident. */
export function strict<T extends object>(name: string, members: T): T {
  return new Proxy(members, {
    get: (target, key, receiver) => {
      // `then` is read by await, symbols by inspection.
      if (key in target || typeof key === 'symbol' || key === 'then')
        return Reflect.get(target, key, receiver) as unknown;
      throw new Error(`electron stand-in: ${name}.${key} is not implemented`);
    },
    set: (_target, key) => {
      throw new Error(`electron stand-in: ${name}.${String(key)} cannot be set`);
    },
  });
}

/** Refuses options that the stand-in does not know. */
export function onlyKnown(name: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).filter((key) => !known.includes(key));
  if (unknown.length) throw new Error(`electron stand-in: ${name} does not know ${unknown.join(', ')}`);
}
