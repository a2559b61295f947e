import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { BackupKey } from './key.ts';
import { PlaceFault } from './s3-answers.ts';
import type { Answer, BackupFolders, BackupJobs } from './worker.ts';

type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void };

export type BackupWorker = {
  run: <Job extends keyof BackupJobs>(
    job: Job,
    ...args: Parameters<BackupJobs[Job]>
  ) => Promise<Awaited<ReturnType<BackupJobs[Job]>>>;
  stop: () => Promise<void>;
};

/** Runs the jobs of backups in a process of its own with low priority, which is started at the first job and again after a crash. */
export function startWorker(folders: BackupFolders, key: BackupKey): BackupWorker {
  let child: ChildProcess | null = null;
  let asked = 0;
  const waiting = new Map<number, Waiting>();

  function refuseAll(reason: string): void {
    child = null;
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  }

  function send(job: keyof BackupJobs, args: unknown[]): Promise<unknown> {
    asked += 1;
    const id = asked;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      child?.channel?.ref();
      child?.send({ id, job, args });
    });
  }

  function start(): void {
    child = fork(path.join(import.meta.dirname, 'worker.ts'), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.on('message', ({ id, value, error, passes }: Answer) => {
      const call = waiting.get(id);
      waiting.delete(id);
      if (waiting.size === 0) child?.channel?.unref();
      if (error === undefined) call?.resolve(value);
      else call?.reject(passes === undefined ? new Error(error) : new PlaceFault(error, passes));
    });
    child.once('exit', (code, signal) => refuseAll(`The process of backups ended (${signal ?? code})`));
    child.once('error', (error) => refuseAll(error.message));
    // Only a job keeps the server from its end.
    child.unref();
    void send('setUp', [folders, key]).catch(() => undefined);
  }

  return {
    run: (job, ...args) => {
      if (!child) start();
      return send(job, args) as Promise<never>;
    },
    stop: async () => {
      const running = child;
      if (!running) return;
      const ended = once(running, 'exit');
      // It leaves nothing half: what it was writing has no name yet.
      running.kill('SIGKILL');
      await ended;
    },
  };
}
