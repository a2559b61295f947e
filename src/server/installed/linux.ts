import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Host, type Run, schedule } from './host.ts';

const UNIT = 'tindahan-server.service';
const USER = 'tindahan';

/** The unit of systemd, as `deploy/tindahan.service` is one for a server that was set up by hand. */
type Unit = { folder: string; data: string; settings: string; port: string };

const unitOf = ({ folder, data, settings, port }: Unit) => `# Written by Tindahan, and anew with each version.
[Unit]
Description=The server of the shop
StartLimitIntervalSec=0

[Service]
WorkingDirectory=${folder}
Environment=DATA_DIR=${data}
Environment=PORT=${port}
Environment=MALLOC_ARENA_MAX=2
EnvironmentFile=-${settings}
ExecStart=${folder}/node --max-semi-space-size=8 ${folder}/src/server/main.ts
Restart=always
RestartSec=2
TimeoutStopSec=30
User=${USER}
StateDirectory=tindahan
StateDirectoryMode=0700
NoNewPrivileges=yes
PrivateTmp=yes
ProtectHome=yes
ProtectSystem=strict

[Install]
WantedBy=multi-user.target
`;

/** @param root the folder that is `/`, another one in tests */
export function linuxHost(port: string, root: string): Host {
  const program = path.join(root, 'opt/tindahan-server');
  const data = path.join(root, 'var/lib/tindahan');
  const units = path.join(root, 'etc/systemd/system');
  const systemctl = (run: Run, ...words: string[]) => schedule(run, 'systemctl', ...words);
  return {
    program,
    data,
    node: 'node',
    // systemd makes the folder, for its user alone.
    keepData: (run) => {
      try {
        run('id', '-u', USER);
      } catch {
        run('useradd', '--system', '--no-create-home', '--shell', '/usr/sbin/nologin', USER);
      }
    },
    start: (version, run) => {
      mkdirSync(units, { recursive: true });
      const folder = path.join(program, version);
      const unit = unitOf({ folder, data, settings: path.join(program, 'server.env'), port });
      writeFileSync(path.join(units, UNIT), unit, { mode: 0o644 });
      systemctl(run, 'daemon-reload');
      systemctl(run, 'enable', UNIT);
      systemctl(run, 'restart', UNIT);
    },
    remove: (run) => {
      systemctl(run, 'disable', '--now', UNIT);
      rmSync(path.join(units, UNIT), { force: true });
      systemctl(run, 'daemon-reload');
    },
  };
}
