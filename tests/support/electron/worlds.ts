// The two halves of contextBridge, run inside Chromium before the page's own scripts. They share only the document, and
// communicate by synchronous events whose detail is text. Each function is sent as its source.

/** In the page's world: rebuilds the API that the preload exposes. */
export function pageWorld(): void {
  type Shape = { fn: number } | { members: Record<string, Shape> } | { value: unknown };
  type Reply = { value?: unknown; fn?: number; promise?: number; error?: string };

  const callbacks: ((...args: unknown[]) => unknown)[] = [];
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (fault: Error) => void }>();
  let reply: Reply = {};

  const tell = (name: string, detail: unknown) =>
    document.dispatchEvent(new CustomEvent(`stand-in:${name}`, { detail: JSON.stringify(detail) }));
  const hear = <T>(name: string, listener: (detail: T) => void) => {
    document.addEventListener(`stand-in:${name}`, (event) => {
      listener(JSON.parse((event as CustomEvent<string>).detail) as T);
    });
  };

  const pack = (arg: unknown) =>
    typeof arg === 'function'
      ? { callback: callbacks.push(arg as (...args: unknown[]) => unknown) - 1 }
      : { value: arg };

  const remote =
    (fn: number) =>
    (...args: unknown[]): unknown => {
      tell('call', { fn, args: args.map(pack) });
      const { value, fn: answered, promise, error } = reply;
      if (error !== undefined) throw new Error(error);
      if (answered !== undefined) return remote(answered);
      if (promise === undefined) return value;
      return new Promise((resolve, reject) => waiting.set(promise, { resolve, reject }));
    };

  const build = (shape: Shape): unknown => {
    if ('fn' in shape) return remote(shape.fn);
    if (!('members' in shape)) return shape.value;
    return Object.freeze(
      Object.fromEntries(Object.entries(shape.members).map(([key, part]) => [key, build(part)])),
    );
  };

  hear<Reply>('reply', (detail) => {
    reply = detail;
  });
  hear<{ promise: number; value?: unknown; error?: string }>('settle', ({ promise, value, error }) => {
    const call = waiting.get(promise);
    waiting.delete(promise);
    if (error === undefined) call?.resolve(value);
    else call?.reject(new Error(error));
  });
  hear<{ callback: number; args: unknown[] }>('callback', ({ callback, args }) => {
    callbacks[callback]?.(...args);
  });
  hear<{ key: string; shape: Shape }>('expose', ({ key, shape }) => {
    Object.defineProperty(window, key, { value: build(shape), enumerable: true });
  });
}

/** In the preload's isolated world: implements `require('electron')`. */
export function preloadWorld(): void {
  type Packed = { callback: number } | { value: unknown };
  type Listener = (event: unknown, ...args: unknown[]) => void;
  const world = globalThis as unknown as {
    standInSend: (message: string) => void;
    standInReply: (id: number, answer: { value?: unknown; error?: string }) => void;
    standInEmit: (channel: string, args: unknown[]) => void;
    require: (name: string) => unknown;
  };
  const functions: ((...args: unknown[]) => unknown)[] = [];
  const invokes: { resolve: (value: unknown) => void; reject: (fault: Error) => void }[] = [];
  const listeners = new Map<string, Set<Listener>>();
  let promises = 0;

  const tell = (name: string, detail: unknown) =>
    document.dispatchEvent(new CustomEvent(`stand-in:${name}`, { detail: JSON.stringify(detail) }));
  const text = (fault: unknown) => (fault instanceof Error ? fault.message : String(fault));
  const keep = (fn: unknown) => functions.push(fn as (...args: unknown[]) => unknown) - 1;
  const unpack = (arg: Packed) =>
    'callback' in arg
      ? (...args: unknown[]) => tell('callback', { callback: arg.callback, args })
      : arg.value;

  document.addEventListener('stand-in:call', (event) => {
    const { fn, args } = JSON.parse((event as CustomEvent<string>).detail) as { fn: number; args: Packed[] };
    try {
      const answer = functions[fn]?.(...args.map(unpack));
      if (answer instanceof Promise) {
        const promise = promises++;
        tell('reply', { promise });
        answer.then(
          (value: unknown) => tell('settle', { promise, value }),
          (fault: unknown) => tell('settle', { promise, error: text(fault) }),
        );
      } else tell('reply', typeof answer === 'function' ? { fn: keep(answer) } : { value: answer });
    } catch (fault) {
      tell('reply', { error: text(fault) });
    }
  });

  const shapeOf = (value: unknown): unknown => {
    if (typeof value === 'function') return { fn: keep(value) };
    if (typeof value !== 'object' || value === null) return { value };
    const members = Object.entries(value).map(([key, part]) => [key, shapeOf(part)]);
    return { members: Object.fromEntries(members) as unknown };
  };

  world.standInReply = (id, { value, error }) => {
    if (error === undefined) invokes[id]?.resolve(value);
    else invokes[id]?.reject(new Error(error));
  };
  world.standInEmit = (channel, args) => {
    for (const listener of listeners.get(channel) ?? []) listener({}, ...args);
  };
  world.require = (name) => {
    if (name !== 'electron')
      throw new Error(`module not found: ${name} (a sandboxed preload has electron only)`);
    return {
      contextBridge: {
        exposeInMainWorld: (key: string, api: unknown) => tell('expose', { key, shape: shapeOf(api) }),
      },
      ipcRenderer: {
        invoke: (channel: string, ...args: unknown[]) =>
          new Promise((resolve, reject) => {
            const id = invokes.push({ resolve, reject }) - 1;
            world.standInSend(JSON.stringify({ id, channel, args }));
          }),
        on: (channel: string, listener: Listener) => {
          listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
        },
        off: (channel: string, listener: Listener) => listeners.get(channel)?.delete(listener),
      },
    };
  };
}
