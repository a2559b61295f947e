import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Host, type Run, schedule } from './host.ts';

/** The name of the task of Task Scheduler. */
const TASK = 'Tindahan Server';

// Accounts by their numbers: their names are translated. Microsoft, "Well-known SIDs".
const LOCAL_SERVICE = 'S-1-5-19';
const SYSTEM = 'S-1-5-18';
const ADMINISTRATORS = 'S-1-5-32-544';

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * The start-up task: with the computer, and within a minute after it ended by itself, as a start is tried each minute while it does
 * not run. `RestartOnFailure` alone does not count a program's exit code. Source: Microsoft, "Task Scheduler Schema".
 */
export function taskOf({
  command,
  words,
  folder,
}: {
  command: string;
  words: string[];
  folder: string;
}): string {
  const quoted = words.map((word) => `"${word}"`).join(' ');
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Author>Tindahan</Author>
    <Description>The server of the shop, which all of its tills work with.</Description>
  </RegistrationInfo>
  <Triggers>
    <BootTrigger>
      <Enabled>true</Enabled>
    </BootTrigger>
    <TimeTrigger>
      <Repetition>
        <Interval>PT1M</Interval>
        <StopAtDurationEnd>false</StopAtDurationEnd>
      </Repetition>
      <StartBoundary>2026-01-01T00:00:00</StartBoundary>
      <Enabled>true</Enabled>
    </TimeTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>${LOCAL_SERVICE}</UserId>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <AllowHardTerminate>true</AllowHardTerminate>
    <StartWhenAvailable>true</StartWhenAvailable>
    <RunOnlyIfNetworkAvailable>false</RunOnlyIfNetworkAvailable>
    <IdleSettings>
      <StopOnIdleEnd>false</StopOnIdleEnd>
      <RestartOnIdle>false</RestartOnIdle>
    </IdleSettings>
    <Enabled>true</Enabled>
    <RunOnlyIfIdle>false</RunOnlyIfIdle>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Priority>5</Priority>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>255</Count>
    </RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${escape(command)}</Command>
      <Arguments>${escape(quoted)}</Arguments>
      <WorkingDirectory>${escape(folder)}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
`;
}

/** Windows with Task Scheduler. */
export function windowsHost(port: string, env: Record<string, string | undefined>): Host {
  const { ProgramFiles = 'C:\\Program Files', ProgramData = 'C:\\ProgramData' } = env;
  const { SystemRoot = 'C:\\Windows' } = env;
  const program = path.join(ProgramFiles, 'Tindahan Server');
  const data = path.join(ProgramData, 'Tindahan');
  const tool = (name: string) => path.join(SystemRoot, 'System32', name);
  const tasks = (run: Run, ...words: string[]) => schedule(run, tool('schtasks.exe'), ...words);
  /** Also ends the running one; each minute a task that is on begins anew. */
  const end = (run: Run) => {
    for (const words of [
      ['/Change', '/TN', TASK, '/DISABLE'],
      ['/End', '/TN', TASK],
    ]) {
      try {
        tasks(run, ...words);
      } catch {
        // There is none yet, or it does not run.
      }
    }
  };
  return {
    program,
    data,
    node: 'node.exe',
    keepData: (run) => {
      mkdirSync(data, { recursive: true });
      // Everybody may make folders beside it, and links that lead elsewhere.
      if (lstatSync(data).isSymbolicLink()) throw new Error(`${data} is a link`);
      const all = ['/T', '/L', '/C', '/Q'];
      run(tool('icacls.exe'), data, '/setowner', `*${ADMINISTRATORS}`, ...all);
      run(tool('icacls.exe'), data, '/reset', ...all);
      const grants = [`${LOCAL_SERVICE}:(OI)(CI)M`, `${SYSTEM}:(OI)(CI)F`, `${ADMINISTRATORS}:(OI)(CI)F`];
      run(tool('icacls.exe'), data, '/inheritance:r', '/grant:r', ...grants.map((grant) => `*${grant}`));
    },
    start: (version, run) => {
      const folder = path.join(program, version);
      const file = path.join(program, 'task.xml');
      const task = taskOf({
        command: path.join(folder, 'node.exe'),
        words: [path.join(folder, 'src', 'server', 'installed', 'run.ts'), program, data, port],
        folder,
      });
      // Byte order first, as Windows itself writes such a file.
      writeFileSync(file, `\uFEFF${task}`, 'utf16le');
      end(run);
      tasks(run, '/Create', '/TN', TASK, '/XML', file, '/F');
      tasks(run, '/Run', '/TN', TASK);
    },
    remove: (run) => {
      end(run);
      tasks(run, '/Delete', '/TN', TASK, '/F');
      rmSync(path.join(program, 'task.xml'), { force: true });
    },
  };
}
