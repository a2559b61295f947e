import { diskFaultOf, diskText } from '../disk/disk-faults.ts';

/** The dialog's text for a till that cannot start: why, what to do, and where to look. */
export function startFailure(fault: unknown, folder: string): { title: string; content: string } {
  const disk = diskFaultOf(fault);
  const { reason, help } = disk
    ? diskText[disk]
    : { reason: 'Something in it failed', help: 'Tell whoever looks after this computer' };
  const said = fault instanceof Error ? fault.message : String(fault);
  return {
    title: 'Tindahan cannot start',
    content: [
      `${reason}.`,
      `${help}, then start Tindahan again. Nothing of this till was deleted.`,
      `Its folder: ${folder}\nIts log: logs/till.log there\nThe fault: ${said}`,
    ].join('\n\n'),
  };
}
