import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addServer } from '../../build/server-package.mjs';
import { freePort } from './server-process.ts';

/** A computer on which a till may set up the shop's server. */
export type OneComputer = {
  /** For the till: where its program's parts lie, who asks for an administrator, what starts the server. */
  env: Record<string, string>;
  port: number;
  /** The folder that is `/`. */
  root: string;
  /** Lets the question for an administrator end with a code of pkexec, or of the program; null asks no more and runs it. */
  answer: (code: number | null) => void;
  /** Kills the server as nothing else would end it. */
  killServer: () => void;
  /** What was asked of systemd. */
  asked: () => string[];
  /** What the server said. */
  said: () => string;
  remove: () => void;
};

/** Keeps a program running, as systemd does with `Restart=always`, and in a group of processes of its own. */
const SYSTEMCTL = `#!/bin/bash
echo "$*" >> "$TINDAHAN_SERVER_ROOT/asked"
group="$TINDAHAN_SERVER_ROOT/group"
unit="$TINDAHAN_SERVER_ROOT/etc/systemd/system/tindahan-server.service"
end() { [ ! -f "$group" ] || kill -9 -- "-$(cat "$group")" 2>/dev/null; rm -f "$group"; }
case "$1" in
  disable) end ;;
  restart)
    end
    export unit
    setsid bash -c '
      while :; do
        env -i $(sed -n "s/^Environment=//p" "$unit") $(sed -n "s/^ExecStart=//p" "$unit") >> "$TINDAHAN_SERVER_ROOT/said" 2>&1 &
        echo $! > "$TINDAHAN_SERVER_ROOT/server"
        wait
        sleep 1
      done' > /dev/null 2>&1 < /dev/null &
    echo $! > "$group" ;;
esac
`;

/**
 * Makes a Linux without systemd and polkit into one with both: stand-ins of systemctl, pkexec and id before the real programs. All
 * else is real: the packed server and what sets it up.
 */
export async function makeOneComputer(): Promise<OneComputer> {
  const folder = mkdtempSync(join(tmpdir(), 'one-computer-'));
  const [root, tools, resources] = ['root', 'tools', 'resources'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(join(root, 'var/lib/tindahan'), { recursive: true });
  mkdirSync(tools);
  addServer(join(resources, 'server'), 'linux');
  const tool = (name: string, text: string) => {
    writeFileSync(join(tools, name), text);
    chmodSync(join(tools, name), 0o755);
  };
  const code = join(folder, 'code');
  tool('pkexec', `#!/bin/bash\n[ ! -f "${code}" ] || exit "$(cat "${code}")"\nexec "$@"\n`);
  tool('id', '#!/bin/sh\n');
  tool('systemctl', SYSTEMCTL);
  const port = await freePort();
  const numberIn = (name: string) =>
    existsSync(join(root, name)) ? Number(readFileSync(join(root, name), 'utf8')) : null;
  return {
    port,
    root,
    env: {
      STAND_IN_RESOURCES: resources,
      TINDAHAN_SERVER_ROOT: root,
      TINDAHAN_SERVER_PORT: String(port),
      // The server is copied to another place in each run: what is compiled of it would be kept for good.
      NODE_COMPILE_CACHE: '',
      PATH: `${tools}:${process.env.PATH}`,
    },
    answer: (given) => (given === null ? rmSync(code, { force: true }) : writeFileSync(code, String(given))),
    killServer: () => {
      const id = numberIn('server');
      if (id === null) throw new Error('There is no server');
      process.kill(id, 'SIGKILL');
    },
    asked: () => readFileSync(join(root, 'asked'), 'utf8').trim().split('\n'),
    said: () => readFileSync(join(root, 'said'), 'utf8'),
    remove: () => {
      const group = numberIn('group');
      if (group !== null) process.kill(-group, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
