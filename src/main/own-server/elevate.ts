import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The end of a program that ran with the rights of an administrator. */
export type Elevated =
  | { kind: 'ended'; code: number }
  /** Somebody said no, or had no password to give. */
  | { kind: 'declined' }
  /** This computer has nothing that asks for such rights. */
  | { kind: 'impossible' };

/** Asks for the rights of an administrator, and runs a program with them to its end. */
export type Elevate = (program: string, words: string[]) => Promise<Elevated>;

// pkexec(1): the question was closed; not allowed, or nothing can ask.
const DISMISSED = 126;
const NOT_ALLOWED = 127;

/** Asks by polkit. */
export const elevateOnLinux: Elevate = async (program, words) => {
  const child = spawn('pkexec', [program, ...words], { stdio: 'ignore' });
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code === DISMISSED || code === NOT_ALLOWED) return { kind: 'declined' };
    return { kind: 'ended', code: code ?? -1 };
  } catch {
    return { kind: 'impossible' };
  }
};

// Microsoft, shellapi.h: SEE_MASK_NOCLOSEPROCESS with SEE_MASK_NOASYNC, SW_HIDE, SE_ERR_ACCESSDENIED.
const WITH_PROCESS = 0x40 | 0x100;
const HIDDEN = 0;
const ACCESS_DENIED = 5;
const FOR_EVER = 0xffff_ffff;

/** Asks by Windows' user account control. The words are as the program reads them: it has to be one of Windows itself. */
export const elevateOnWindows: Elevate = async (program, words) => {
  const { default: koffi } = await import('koffi');
  const shell = koffi.load('shell32.dll');
  const kernel = koffi.load('kernel32.dll');
  const start = koffi.struct({
    size: 'uint32_t',
    mask: 'uint32_t',
    window: 'void *',
    verb: 'str16',
    file: 'str16',
    parameters: 'str16',
    directory: 'str16',
    show: 'int',
    instance: 'intptr_t',
    list: 'void *',
    class: 'str16',
    classKey: 'void *',
    hotKey: 'uint32_t',
    icon: 'void *',
    process: 'intptr_t',
  });
  const execute = shell.func('__stdcall', 'ShellExecuteExW', 'bool', [koffi.inout(koffi.pointer(start))]);
  const wait = kernel.func('uint32_t __stdcall WaitForSingleObject(intptr_t handle, uint32_t milliseconds)');
  const exitCode = kernel.func('bool __stdcall GetExitCodeProcess(intptr_t process, _Out_ uint32_t *code)');
  const close = kernel.func('bool __stdcall CloseHandle(intptr_t handle)');
  const aside = <Answer>(call: { async: (...words: never[]) => unknown }, ...given: unknown[]) =>
    new Promise<Answer>((resolve, reject) => {
      const done = (fault: Error | null, answer: Answer) => (fault ? reject(fault) : resolve(answer));
      call.async(...([...given, done] as never[]));
    });

  const asked = {
    size: koffi.sizeof(start),
    mask: WITH_PROCESS,
    verb: 'runas',
    file: program,
    parameters: words.join(' '),
    show: HIDDEN,
    instance: 0,
    process: 0,
    hotKey: 0,
    window: null,
    directory: null,
    list: null,
    class: null,
    classKey: null,
    icon: null,
  };
  const isStarted = await aside<boolean>(execute, asked);
  if (!isStarted) return asked.instance === ACCESS_DENIED ? { kind: 'declined' } : { kind: 'impossible' };
  await aside(wait, asked.process, FOR_EVER);
  const code: [number] = [0];
  exitCode(asked.process, code);
  close(asked.process);
  return { kind: 'ended', code: code[0] };
};
