import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Electron-builder's calls of the programs that make a `.deb` and an AppImage. */
export type LinuxPackagers = {
  env: Record<string, string>;
  /** The arguments of fpm, which makes a `.deb`. */
  fpmWords: () => string[];
  /** The files in the AppImage's folder, as paths within it. */
  appImageFiles: () => string[];
};

/**
 * Installs stand-ins for fpm and mksquashfs, which electron-builder downloads: they record their arguments, so that a
 * configuration is followed as far as it goes without them.
 */
export function standInPackagers(folder: string): LinuxPackagers {
  const said = { fpm: join(folder, 'fpm.txt'), appImage: join(folder, 'appimage.txt') };
  const tools = join(folder, 'appimage-tools');
  const program = (path: string, ...lines: string[]) => {
    writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'));
    chmodSync(path, 0o755);
    return path;
  };
  mkdirSync(join(tools, 'linux-x64'), { recursive: true });
  mkdirSync(join(tools, 'lib/x64'), { recursive: true });
  writeFileSync(join(tools, 'runtime-x64'), 'runtime');
  program(join(tools, 'linux-x64/desktop-file-validate'), 'exit 0');
  program(
    join(tools, 'linux-x64/mksquashfs'),
    `(cd "$1" && find . -type f | sed 's|^\\./||') > '${said.appImage}'`,
    'printf "runtimeimage" > "$2"',
  );
  const fpm = program(
    join(folder, 'fpm'),
    `printf '%s\\n' "$@" > '${said.fpm}'`,
    'while [ $# -gt 0 ]; do [ "$1" = --package ] && : > "$2"; shift; done',
    'exit 0',
  );
  const lines = (file: string) => readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return {
    env: { CUSTOM_FPM_PATH: fpm, APPIMAGE_TOOLS_PATH: tools },
    fpmWords: () => lines(said.fpm),
    appImageFiles: () => lines(said.appImage),
  };
}
