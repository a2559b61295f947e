import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { call, type Send } from '#tests/support/http.ts';
import { patiently } from '#tests/support/patient-calls.ts';
import type { Ground } from '#tests/support/proving.ts';
import { serverScript, type ServerProcess } from '#tests/support/server-process.ts';

/**
 * Server processes on one database, each with a clock that stands still until it is set; they can be killed in a call.
 */
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
    return this.#ground.startServer({ main: serverScript('clocked'), env: { CLOCK_FILE: clockFile } });
  }

  #at(index: number) {
    const server = this.#running[index];
    if (!server) throw new Error(`There is no server ${index}`);
    return server;
  }

  /** Returns a server's present time. */
  now(index: number): number {
    return this.#now + this.#at(index).apart;
  }

  /** Sets all clocks, each with its offset from the true time. */
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

  /** Sets the offset of a server's clock from the true time. */
  setApart(index: number, milliseconds: number): void {
    this.#at(index).apart = milliseconds;
    this.set(this.#now);
  }

  /** Cuts the next call: its server dies while it is pending, and it is sent again with its key. */
  cutNext(): void {
    this.#isCut = true;
  }

  async #kill(index: number): Promise<void> {
    const server = this.#at(index);
    const dying = await server.process;
    // Requests that come meanwhile wait for the next process.
    server.process = dying.end('SIGKILL').then(() => this.#serve(server.clockFile));
    this.kills += 1;
  }

  /** Does something while a server is down. */
  async whileDown(index: number, work: () => Promise<void>): Promise<void> {
    const server = this.#at(index);
    const dying = await server.process;
    server.process = dying
      .end('SIGKILL')
      .then(work)
      .then(() => this.#serve(server.clockFile));
    await server.process;
    this.kills += 1;
  }

  /** Sends to the server whose number is in place of the address; repeats a cut call until it is answered. */
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
