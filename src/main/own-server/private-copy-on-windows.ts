import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setupCodes } from '#domain/server-setup.ts';

/**
 * ShellExecuteEx takes a command line of an address's length (INTERNET_MAX_URL_LENGTH, 2083), and cmd.exe one of 8191. So the
 * hashes of all files are in a plan, whose own hash is on the command line.
 */
export const LONGEST_LINE = 2000;

/** A user's variables that make Node load or write other files. The user can change them before Node starts. */
const UNSET = [
  'NODE_OPTIONS',
  'NODE_COMPILE_CACHE',
  'NODE_EXTRA_CA_CERTS',
  'NODE_ICU_DATA',
  'NODE_REDIRECT_WARNINGS',
  'NODE_V8_COVERAGE',
  'OPENSSL_CONF',
  'OPENSSL_MODULES',
];

type Given = {
  from: string;
  files: [hash: string, name: string][];
  log: string;
  env: Record<string, string>;
  words: readonly string[];
};

// Runs in the copied Node, beside it. A file is compared before it is written, so that what lies here is what was compared.
const planOf = (given: Given) => `'use strict';
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { from, files, log, env, words } = ${JSON.stringify(given)};
try {
  for (const [hash, name] of files) {
    const bytes = readFileSync(join(from, name));
    if (createHash('sha256').update(bytes).digest('hex') !== hash) process.exit(${setupCodes.changed});
    mkdirSync(dirname(join(__dirname, name)), { recursive: true });
    writeFileSync(join(__dirname, name), bytes);
  }
} catch (fault) {
  writeFileSync(log, fault.stack);
  const isGone = ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(fault.code);
  process.exit(isGone ? ${setupCodes.changed} : fault.code === 'ENOSPC' ? ${setupCodes.full} : ${setupCodes.locked});
}
const setup = join(__dirname, 'src', 'server', 'installed', 'setup.ts');
process.argv.splice(1, Infinity, setup, ...words);
Object.assign(process.env, env);
import(pathToFileURL(setup));
`;

type Copied = {
  /** The folder of the server that came with this program. */
  from: string;
  /** As `hashesOf` returns them of the files that were looked at. */
  hashes: string;
  /** The folder of the server's program, which administrators alone may write, as all of Program Files. */
  program: string;
  /** A folder for the plan. */
  folder: string;
  env: Record<string, string | undefined>;
  /** The program that prints a file's hash on its own line; by default Windows' certutil, which Wine lacks. */
  hasher?: string;
};

/**
 * Returns what an administrator runs on Windows to set up the server from a copy of its files that administrators alone may write:
 * Windows' cmd.exe copies Node and the plan and compares both with the hashes on its command line; the plan does so with all other
 * files, and goes on as the set-up. Null where the folder's name cannot be on that command line.
 */
export function fromPrivateCopyOnWindows(
  { from, hashes, program, folder, env, hasher }: Copied,
  words: readonly string[],
): [program: string, words: string[]] | null {
  const { SystemRoot = 'C:\\Windows', ProgramFiles, ProgramData } = env;
  const tool = (name: string) => join(SystemRoot, 'System32', name);
  const files = hashes.split('\n').map((line) => line.split('  ', 2) as [string, string]);
  const node = files.find(([, name]) => name === 'node.exe')?.[0] ?? '';
  const known = Object.entries({ SystemRoot, ProgramFiles, ProgramData }).filter(([, value]) => value);
  const plan = planOf({
    from,
    files: files.filter(([, name]) => name !== 'node.exe'),
    log: join(program, 'setup.log'),
    env: Object.fromEntries(known) as Record<string, string>,
    words,
  });
  const planFile = join(folder, 'plan.cjs');
  writeFileSync(planFile, plan);

  const random = randomBytes(4).toString('hex');
  const name = `setup-${random}`;
  const own = join(program, name);
  const end = (code: number) => `(cd .. & rmdir /s /q ${name} & exit ${code})`;
  const log = String.raw`..\setup.log`;
  // A variable's name reaches from one percent sign to the next: with the random number within, nobody can have set it.
  const compare = (copy: string, hash: string, as: string) => [
    `${hasher ?? tool('certutil.exe')} -hashfile ${copy} SHA256 >${as}-${random} 2>>${log}`,
    `(for /f %h in (${as}-${random}) do if /i %h==${hash} mkdir ${as})`,
  ];
  const codes = Object.values(setupCodes)
    .filter((code) => code !== setupCodes.done)
    .toSorted((one, other) => other - one);
  const line = [
    `mkdir "${own}"`,
    `cd /d "${own}"`,
    `(if errorlevel 1 exit ${setupCodes.locked})`,
    ...UNSET.map((variable) => `set "${variable}="`),
    `copy /b /y "${join(from, 'node.exe')}" node.exe >${log} 2>&1`,
    `(if not exist node.exe ${end(setupCodes.locked)})`,
    `copy /b /y "${planFile}" plan.cjs >>${log} 2>&1`,
    ...compare('node.exe', node, 'one'),
    ...compare('plan.cjs', createHash('sha256').update(plan).digest('hex'), 'two'),
    `(if not exist one ${end(setupCodes.changed)})`,
    `(if not exist two ${end(setupCodes.changed)})`,
    String.raw`.\node.exe plan.cjs`,
    // What Windows itself ends a program with is above our codes, or below zero.
    `(if not errorlevel 0 ${end(setupCodes.failed)})`,
    `(if errorlevel ${Math.max(...codes) + 1} ${end(setupCodes.failed)})`,
    ...codes.map((code) => `(if errorlevel ${code} ${end(code)})`),
    end(setupCodes.done),
  ].join(' & ');
  const isPlain = !/["%\n]/.test(`${from}${folder}${program}`) && line.length <= LONGEST_LINE;
  return isPlain ? [tool('cmd.exe'), ['/d', '/e:on', '/v:off', '/s', '/c', `"${line}"`]] : null;
}
