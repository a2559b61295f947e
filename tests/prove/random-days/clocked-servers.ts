import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { call, type Send } from '#tests/support/http.ts';
import { patiently } from '#tests/support/patient-calls.ts';
import type { Ground } from '#tests/support/proving.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';

const MAIN = path.join(import.meta.dirname, 'clocked-server.ts');

/** Server processes on one database, each with a clock of its own that stands until it is set, and that die when told to. */
export class ClockedServers {
  kills = 0;
  readonly #ground: Ground;
  readonly #running: { clockFile: string; apart: number; process: Promise<ServerProcess> }[] = [];
  #now = 0;
  #isCut = false;

  static async start(ground: Ground, count: number, now: number): Promise<ClockedServers> {
    const servers = new ClockedServers(ground);
    for (let index = 0; index < count; index += 1) {
      const clockFile = path.join(ground.dataDir, `clock-${index}`);
      writeFileSync(clockFile, Buffer.alloc(8));
      servers.#running.push({ clockFile, apart: 0, process: servers.#serve(clockFile) });
      await servers.#running[index]?.process;
    }
    servers.set(now);
    return servers;
  }

  private constructor(ground: Ground) {
    this.#ground = ground;
  }

  get count(): number {
    return this.#running.length;
  }

  #serve(clockFile: string): Promise<ServerProcess> {
    return this.#ground.startServer({ main: MAIN, env: { CLOCK_FILE: clockFile } });
  }

  #at(index: number) {
    const server = this.#running[index];
    if (!server) throw new Error(`There is no server ${index}`);
    return server;
  }

  /** What a server takes for now. */
  now(index: number): number {
    return this.#now + this.#at(index).apart;
  }

  /** Sets all clocks, each as far from the true time as it is. */
  set(now: number): void {
    this.#now = now;
    for (const { clockFile, apart } of this.#running) {
      const bytes = Buffer.alloc(8);
      bytes.writeDoubleLE(now + apart);
      writeFileSync(clockFile, bytes, { flag: 'r+' });
    }
  }

  advance(milliseconds: number): void {
    this.set(this.#now + milliseconds);
  }

  /** Says how far a server's clock is from the true time. */
  setApart(index: number, milliseconds: number): void {
    this.#at(index).apart = milliseconds;
    this.set(this.#now);
  }

  /** The next call is cut: its server dies while it is on its way, and it is sent again with its key. */
  cutNext(): void {
    this.#isCut = true;
  }

  async #kill(index: number): Promise<void> {
    const server = this.#at(index);
    const dying = await server.process;
    // Whoever asks meanwhile waits for the next one.
    server.process = dying.end('SIGKILL').then(() => this.#serve(server.clockFile));
    this.kills += 1;
  }

  /** Sends to the server whose number stands where the address does; what was cut is sent again until it is answered. */
  readonly send: Send = async (number, ...asked) => {
    const index = Number(number);
    const { url } = await this.#at(index).process;
    if (this.#isCut) {
      this.#isCut = false;
      const cut = call(url, ...asked).catch(() => null);
      await pause(Math.random() * 12);
      await this.#kill(index);
      await cut;
      return this.send(number, ...asked);
    }
    try {
      return await patiently(url, ...asked);
    } catch (error) {
      if ((await this.#at(index).process).url === url) throw error;
      return this.send(number, ...asked);
    }
  };
}
