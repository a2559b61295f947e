import { forwardApi } from '#main/app/forward-api.ts';
import { openBackend } from '#main/connection/backend.ts';
import { type Fetch, takeMarked } from '#renderer/lib/fetch-from-shop.ts';
import { startDroppingProxy, type DroppingProxy } from '../dropping-proxy.ts';

/** A request that the till sent, with its key. */
export type Sent = { method: string; path: string; key: string | null; body: unknown };

export type TillNetwork = {
  fetch: Fetch;
  /** All requests, in order. */
  sent: Sent[];
  /** Returns the requests of one kind: `POST /transactions`. */
  sentTo: (wanted: RegExp) => Sent[];
  proxy: DroppingProxy;
  /** Keeps the next matching request from the server until it is released. */
  holdBack: (wanted: RegExp) => { release: () => void };
  /** Tells the till at once that the next matching request got no answer; it reaches the server when it is told to `arrive`. */
  sendLate: (wanted: RegExp) => { arrive: () => Promise<Response> };
  /** Answers the next matching request as an older server does that has no such address. */
  sendToOlder: (wanted: RegExp) => void;
  /** Lets the server answer the next matching request, and keeps the answer from the till until it is released. */
  holdAnswer: (wanted: RegExp) => { release: () => void };
  /** Lets the server answer the next matching request, and the till read only the beginning. */
  cutAnswer: (wanted: RegExp) => void;
  /** Cuts the till's power: nothing is sent, and no answer is received any more. */
  pullPlug: () => void;
  /** True while the program, or the browser, has its sign-in. */
  isSignedIn: () => boolean;
  close: () => Promise<void>;
};

/** How a page reaches its server: by itself, or through the main process of the program. */
export type Reach = 'browser' | 'program';

type Trouble = { wanted: RegExp; meet: (send: () => Promise<Response>) => Promise<Response> };

/** Returns the program's way to a server, with a token that it forgets as it does. */
function throughProgram(url: string, token: string) {
  const backend = openBackend({ url, trusted: null }, () => []);
  const session = { token: token as string | null };
  const send = (path: string, init: RequestInit) =>
    forwardApi(new Request(`app://till${path}`, init), {
      backend,
      tillVersion: '1.1.0',
      readToken: () => session.token,
      writeToken: (next) => {
        session.token = next;
      },
      accepted: () => undefined,
      heard: () => undefined,
    });
  return { send, isSignedIn: () => session.token !== null, leave: backend.leave };
}

/** Connects a till to the server, with the token of its signed-in person. */
export async function connectTill(
  serverUrl: string,
  token: string,
  reach: Reach = 'browser',
): Promise<TillNetwork> {
  const proxy = await startDroppingProxy(serverUrl);
  const program = reach === 'program' ? throughProgram(proxy.url, token) : null;
  const sent: Sent[] = [];
  const troubles: Trouble[] = [];
  const gone = new Promise<never>(() => undefined);
  let isOn = true;
  const nameOf = ({ method, path }: Sent) => `${method} ${path}`;

  const fetchThere: Fetch = async (path, init) => {
    if (!isOn) return gone;
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${token}`);
    const request: Sent = {
      method: init.method ?? 'GET',
      path: path.replace('/api/v1', ''),
      key: headers.get('Idempotency-Key'),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null,
    };
    sent.push(request);
    const send = () => {
      if (program) return program.send(path, { ...init, headers });
      return fetch(`${proxy.url}${path}`, { ...init, headers });
    };
    const at = troubles.findIndex(({ wanted }) => wanted.test(nameOf(request)));
    const [trouble] = at < 0 ? [] : troubles.splice(at, 1);
    try {
      return await (trouble ? trouble.meet(send) : send());
    } finally {
      if (!isOn) await gone;
    }
  };

  return {
    fetch: program ? fetchThere : takeMarked(fetchThere),
    sent,
    sentTo: (wanted) => sent.filter((request) => wanted.test(nameOf(request))),
    proxy,
    holdBack: (wanted) => {
      const gate = Promise.withResolvers<undefined>();
      const meet: Trouble['meet'] = async (send) => {
        await gate.promise;
        return send();
      };
      troubles.push({ wanted, meet });
      return { release: () => gate.resolve(undefined) };
    },
    sendLate: (wanted) => {
      const gate = Promise.withResolvers<undefined>();
      const done = Promise.withResolvers<Response>();
      const meet: Trouble['meet'] = (send) => {
        void gate.promise.then(send).then(done.resolve, done.reject);
        return Promise.reject(new TypeError('Failed to fetch'));
      };
      troubles.push({ wanted, meet });
      return {
        arrive: () => {
          gate.resolve(undefined);
          return done.promise;
        },
      };
    },
    sendToOlder: (wanted) => {
      const meet: Trouble['meet'] = () => fetch(`${proxy.url}/api/v1/unknown`, { method: 'POST' });
      troubles.push({ wanted, meet });
    },
    holdAnswer: (wanted) => {
      const gate = Promise.withResolvers<undefined>();
      const meet: Trouble['meet'] = async (send) => {
        const answer = await send();
        await gate.promise;
        return answer;
      };
      troubles.push({ wanted, meet });
      return { release: () => gate.resolve(undefined) };
    },
    cutAnswer: (wanted) => {
      const meet: Trouble['meet'] = async (send) => {
        const { status, headers } = await send();
        return new Response('{"id":12,"tran', { status, headers });
      };
      troubles.push({ wanted, meet });
    },
    pullPlug: () => {
      isOn = false;
    },
    isSignedIn: () => program?.isSignedIn() ?? true,
    close: async () => {
      program?.leave();
      await proxy.close();
    },
  };
}
