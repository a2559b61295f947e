import { useSlipFrame } from '#renderer/app/use-slip-frame.ts';
import { shifts, type Shift } from '#contract/shifts.ts';
import type { ZReading } from '#contract/z-readings.ts';
import { countSlip, movementSlip, xReadingSlip, zReadingSlip } from '#domain/shift-slips.ts';
import { callRoute } from '#renderer/lib/api-client.ts';
import { errorTextFor } from '#renderer/lib/failures.ts';
import { kickDrawer } from '#renderer/lib/kick-drawer.ts';
import { till } from '#renderer/lib/till.ts';
import { useSlipPrinting } from '#renderer/lib/use-slip-printing.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** Prints the slips of a till's day in the background; each reports its outcome. */
export function useShiftSlips() {
  const { registered: frame } = useSlipFrame();
  const notify = useNotify();
  const print = useSlipPrinting();
  return {
    /** As it was taken, regardless of who prints it and when. */
    slipOfZ: (reading: ZReading) =>
      zReadingSlip(reading, {
        ...frame(reading.business),
        printed_at: reading.taken_at,
        staff_name: reading.taken_by.name,
      }),
    printX: async (shiftId: number) => {
      try {
        const reading = await callRoute(shifts.xReading, { params: { shiftId } });
        await print(xReadingSlip(reading, frame(reading.business)));
      } catch (error) {
        const { title, body } = errorTextFor(error, 'The X reading could not be taken');
        notify.error(title, body);
      }
    },
    /** A browser cannot open a drawer: the slip goes through its print dialog. */
    openDrawerFor: async (movement: Parameters<typeof movementSlip>[0] & { id: number }) => {
      const slip = movementSlip(movement, frame(null));
      if (till.kind === 'browser') return print(slip);
      const { state, reason } = await kickDrawer(slip, `cash-${movement.id}`);
      if (state === 'opened') return;
      notify.warning('Check the drawer', reason ?? 'The printer does not answer. What was moved is noted.');
    },
    printCount: (shift: Shift, key?: string) =>
      print(countSlip(shift, frame(shift.business)), key ? { key } : {}),
    printZ: (reading: ZReading, key?: string) =>
      print(zReadingSlip(reading, frame(reading.business)), key ? { key } : {}),
  };
}
