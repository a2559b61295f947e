import { join } from 'node:path';
import type {
  Enrolment,
  OfflineCompleted,
  OfflineCompletion,
  OfflineOpened,
  ShiftToOpen,
} from '#bridge/offline-sales.ts';
import { openOffline, type Offline } from '#main/offline/offline.ts';
import { openSalesFile, type SalesFile } from '#main/offline/sales-file.ts';
import type { StandsSince } from '#main/offline/sold.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Send } from '#tests/support/http.ts';
import { handClocks, memorySecrets, newFolder } from '#tests/support/offline-sales.ts';

// A till as its main process is: a file, a credential, a sender and clocks, at the end of a line that can be cut.

const LONGEST_DRAIN_MS = 30_000;
/** Milliseconds in which an answer has been read for certain. */
const SETTLED_MS = 5;
const RECORD = '/pos/offline-sales';
const PAUSES = { first: 2, longest: 40, report: 3_600_000 };

/** What the server answered to a sale. */
export type WireRecorded = {
  state: 'recorded' | 'kept';
  to_settle: boolean;
  transaction_id: number | null;
  invoice_number: string | null;
  shift?: { id: number; number: string } | null;
  receipt: { invoice_number?: string; offline_number?: string | null } | null;
  epoch: number;
};
export type Heard = { key: string; number: string; answer: WireRecorded };

type TillDeps = {
  /** Calls a server of the shop. */
  send: Send;
  /** How many servers there are. */
  pickServer: () => number;
  /** Called for each answer to a sale, also one that gets lost on its way. */
  onRecorded: (heard: Heard) => void;
  now: number;
  /** How wrong the computer’s own clock is. */
  wrong: number;
  /** Returns as of when the till's copy of its store has a unit. */
  standsSince: StandsSince;
};

/** The line of a till: it is cut, or lets some sales through, or loses answers. */
export type Line = { isCut: boolean; sales: number; losses: number };

const failed = () => new TypeError('fetch failed');

export class LinedTill {
  readonly line: Line = { isCut: false, sales: Infinity, losses: 0 };
  /** How many answers were lost. */
  lost = 0;
  /** How many sales wait, as the server was told last. */
  told = 0;
  /** True once the server has refused its credential. */
  isRefused = false;
  /** Every sale that was sent, with the hash of its text. */
  readonly sent = new Map<string, Set<string>>();
  readonly #deps: TillDeps;
  readonly #hand: ReturnType<typeof handClocks>;
  readonly #folder = newFolder();
  readonly #secrets = memorySecrets();
  #token: string | null = null;
  #storeCode = '';
  #offline: Offline;
  #file: SalesFile | null = null;
  #underWay = 0;

  constructor(deps: TillDeps) {
    this.#deps = deps;
    // A computer’s clock is right by accident.
    this.#hand = handClocks(deps.now + deps.wrong);
    this.#offline = this.#open();
  }

  #open(): Offline {
    const url = 'http://server.test';
    return openOffline({
      folder: this.#folder,
      openSecret: this.#secrets,
      openFile: (file) => (this.#file = openSalesFile(file)),
      backend: () => ({ url, tag: 'shop', fetch: this.#fetch, isCurrent: () => true }),
      tillVersion: '1.0.0',
      readToken: () => this.#token,
      onChange: () => undefined,
      clocks: this.#hand.clocks,
      pauses: PAUSES,
      standsSince: this.#deps.standsSince,
    });
  }

  get folder(): string {
    return join(this.#folder);
  }
  get file(): SalesFile {
    if (!this.#file) throw new Error('The till has no file yet');
    return this.#file;
  }

  /** The letter of its newest series: it is one till for ever. */
  get letter(): string {
    return this.file.seriesOf(this.#storeCode).at(-1)?.letter ?? '';
  }

  readonly #fetch = (async (input: URL, init: RequestInit) => {
    if (this.line.isCut) throw failed();
    const path = input.pathname.replace('/api/v1', '');
    const isSale = path === RECORD;
    if (isSale && this.line.sales <= 0) {
      this.line.isCut = true;
      throw failed();
    }
    if (isSale) this.line.sales -= 1;
    this.#underWay += 1;
    try {
      const server = String(this.#deps.pickServer());
      const headers = init.headers as Record<string, string>;
      const answer: Answer<unknown> = await this.#deps.send(server, 'POST', path, init.body, headers);
      if (isSale && answer.status !== 401) this.#note(init.body as string, answer);
      if (answer.status === 200 && path.startsWith(RECORD))
        this.told = (JSON.parse(init.body as string) as { waiting?: number }).waiting ?? 0;
      if (this.line.losses > 0) {
        this.line.losses -= 1;
        this.lost += 1;
        throw failed();
      }
      if (answer.status === 401) this.isRefused = true;
      return new Response(JSON.stringify(answer.body), {
        status: answer.status,
        headers: { 'content-type': 'application/json', date: answer.headers.get('date') ?? '' },
      });
    } finally {
      // The till reads the answer first, before any time passes.
      setTimeout(() => (this.#underWay -= 1), SETTLED_MS);
    }
  }) as typeof fetch;

  #note(text: string, { status, body }: Answer<unknown>): void {
    const { key, number, hash } = JSON.parse(text) as { key: string; number: string; hash: string };
    this.sent.set(key, (this.sent.get(key) ?? new Set()).add(hash));
    if (status === 200) this.#deps.onRecorded({ key, number, answer: body as WireRecorded });
    else throw new Error(`The sale ${number} was refused with ${status}: ${JSON.stringify(body)}`);
  }

  /** Time passes, also at a till that is off. */
  pass(milliseconds: number): void {
    this.#hand.pass(milliseconds);
  }

  /** Gets its credential for the till that it is. */
  async enrol(wanted: Enrolment, token: string): Promise<string | null> {
    this.#token = token;
    this.#storeCode = wanted.store_code;
    const { till } = await this.#offline.enrol(wanted);
    this.#token = null;
    this.isRefused = false;
    return till?.till_code ?? null;
  }

  /** Returns the secret of its credential. */
  secret = (): Promise<string | null> => this.#offline.secret();

  async start(): Promise<void> {
    await this.#offline.start();
  }
  /** The till dies and starts again: only its disk is left. Its clock is set by some milliseconds meanwhile. */
  async restart(set = 0): Promise<void> {
    this.#offline.stop();
    await pause(1);
    this.#hand.restart(set);
    this.#offline = this.#open();
    await this.#offline.start();
  }
  stop(): void {
    this.#offline.stop();
  }

  /** Takes the server's time of an answer to a person at the till. */
  async hear(date: number): Promise<void> {
    this.#offline.heard(date);
    await this.#offline.state();
  }
  state = () => this.#offline.state();
  sales = () => this.#offline.sales();
  export = () => this.#offline.export();
  openShift = (shift: ShiftToOpen): Promise<OfflineOpened> => this.#offline.openShift(shift);
  complete = (completion: OfflineCompletion): Promise<OfflineCompleted> => this.#offline.complete(completion);

  /** True while an answer is on its way. */
  get isCalling(): boolean {
    return this.#underWay > 0;
  }

  /** True if nothing waits to be sent, or to be sent again. */
  get isDrained(): boolean {
    return this.#underWay === 0 && this.file.nextToSend() === null;
  }

  /** The line is back, for some sales or for all: waits until what can be sent was sent. */
  async drain(now: number, sales = Infinity): Promise<boolean> {
    this.line.isCut = false;
    this.line.sales = sales;
    await this.hear(now);
    const until = performance.now() + LONGEST_DRAIN_MS;
    while (!this.isDrained && !this.#hasCutItself() && !(this.isRefused && this.#underWay === 0)) {
      if (performance.now() > until) return false;
      await pause(1);
    }
    return true;
  }
  #hasCutItself(): boolean {
    return this.line.isCut && this.#underWay === 0;
  }
}
