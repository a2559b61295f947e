import { SERVER_PORT } from '#domain/server-setup.ts';

/** The port of the server on this computer: `TINDAHAN_SERVER_PORT` where another program has the usual one. */
export function portIn(env: Record<string, string | undefined>): number {
  const { TINDAHAN_SERVER_PORT: chosen = '' } = env;
  return /^[1-9]\d{0,4}$/.test(chosen) ? Number(chosen) : SERVER_PORT;
}

export const addressOf = (port: number): string => `http://127.0.0.1:${port}`;
