import { codeParts, imeiKey, normaliseQrCode, readScan } from '#domain/barcodes.ts';
import type { UnitCodeField } from '#domain/receiving.ts';
import { linesWith } from './placing.ts';
import { choicesOf, roomOf, type Line, type LineChoices, type ReceiptDraft } from './receipt-draft.ts';
import { createScanningDoubts } from './scanning-doubts.ts';
import { createScanningPlaces } from './scanning-places.ts';
import { createScanningState, type ScanningState } from './scanning-state.ts';
import { createScanningUnits, type ScanningDeps, type ScanningUnits } from './scanning-units.ts';
import { askedUnit } from './unit-doubts.ts';

/** Takes what is scanned: codes of products, and numbers of units. */
function createTaking(
  store: ScanningState,
  deps: ScanningDeps,
  { units, doubts }: { units: ScanningUnits; doubts: ReturnType<typeof createScanningDoubts> },
) {
  const { read, put, putDraft, unitOf, refuse, turnAway, memory } = store;
  const { endUnit, changeLine, steps } = units;

  /** Chooses a line; a unit of another line ends. */
  function choose(itemId: number): void {
    if (unitOf(read().draft.openNo)?.itemId !== itemId) endUnit();
    putDraft({ itemId }, { aimed: null, isAstray: false });
  }

  /** What comes next is of another product, which none of the lines takes: no line is chosen for it. */
  function leaveLine(): void {
    putDraft({ itemId: null, openNo: null }, { aimed: null, isAstray: true });
  }

  const place = createScanningPlaces(store, deps, { units, doubts, leaveLine });

  /** Handles a product's barcode or SKU: selects its line, or counts one more if it has no numbers. */
  function takeProduct(fitting: readonly Line[]): void {
    const line = fitting.find((one) => roomOf(read().draft, one) > 0) ?? fitting[0];
    if (!line) return;
    endUnit();
    if (roomOf(read().draft, line) <= 0) {
      leaveLine();
      return turnAway('full', line);
    }
    choose(line.itemId);
    if (line.needsNumber) {
      return put({ lastScan: { kind: 'chosen', itemId: line.itemId } });
    }
    const { plain } = choicesOf(read().draft, line);
    changeLine(line, { plain: plain + 1 });
    steps.note({ no: null, itemId: line.itemId });
    put({ lastScan: { kind: 'counted', itemId: line.itemId } });
  }

  function take(sent: string): void {
    const { gtin, imei, serial, code } = codeParts(normaliseQrCode(readScan(sent)));
    const now = [gtin, imei, serial, code].flatMap((part) => (part ? imeiKey(part) : []));
    memory.scanned = { now, before: memory.scanned.now };
    const ofProduct = gtin === undefined ? [] : linesWith(deps.lines(), gtin);
    if (ofProduct.length > 0) takeProduct(ofProduct);
    const isWhole = serial !== undefined && imei !== undefined;
    for (const number of [serial, imei]) if (number !== undefined) place(number, isWhole);
    if (gtin !== undefined && ofProduct.length === 0 && !serial && !imei) {
      endUnit();
      leaveLine();
      refuse(gtin, 'No item of this order has this barcode');
    }
    if (code === undefined || code === '') return;
    const lines = linesWith(deps.lines(), code);
    if (lines.length > 0) takeProduct(lines);
    else place(code);
  }

  return { take, choose };
}

/**
 * Receives an order scan by scan: each scan is placed at once and then checked with the server in order, so that none
 * is lost however fast they come.
 */
export function createScanning(begun: ReceiptDraft, deps: ScanningDeps) {
  const store = createScanningState(begun, deps);
  const { read, subscribe, put, putDraft, unitOf, memory } = store;
  const units = createScanningUnits(store, deps);
  const { replaced, changeLine, steps, checks, endUnit } = units;
  const doubts = createScanningDoubts(store, deps, units);
  const { take, choose } = createTaking(store, deps, { units, doubts });

  return {
    read,
    subscribe,
    take,
    choose,
    /** Changes what was chosen or typed for a line; what is typed as its count replaces the scans of it. */
    setLine: (line: Line, changes: Partial<LineChoices>) => {
      if (changes.plain !== undefined || changes.typed !== undefined) steps.forgetCount(line.itemId);
      changeLine(line, changes);
    },
    /** Answers which number each unit of a line begins with: what was asked about its last unit is settled. */
    setImeiFirst: (line: Line, isImeiFirst: boolean) => {
      const asked = askedUnit(read().draft, line);
      changeLine(line, { isImeiFirst });
      if (asked) putDraft({ units: replaced({ ...asked, doubt: undefined }) });
    },
    /** Somebody compared a unit with its box: it is received as it is. */
    confirm: (no: number) => {
      if (read().draft.openNo === no) endUnit();
      const unit = unitOf(no);
      if (unit) putDraft({ units: replaced({ ...unit, isConfirmed: true }) });
    },
    /** Goes on with a unit that lacks a number. */
    reopen: (no: number) => {
      endUnit();
      const itemId = unitOf(no)?.itemId;
      if (itemId !== undefined)
        putDraft({ itemId, openNo: no }, { aimed: null, heldNo: null, isAstray: false, lastScan: null });
    },
    remove: steps.remove,
    undo: steps.undo,
    canUndo: steps.canUndo,
    aim: (field: UnitCodeField) => put({ aimed: field, heldNo: null }),
    goOn: doubts.goOn,
    /** Ends the open unit without further scans. */
    nextUnit: () => {
      endUnit();
      memory.scanned = { now: [], before: [] };
      put({ lastScan: null });
    },
    setNotes: (notes: string) => putDraft({ notes }),
    setReceived: (received: ReceiptDraft['received']) => putDraft({ received }),
    setPrintsLabels: (prints_labels: boolean) => putDraft({ prints_labels }),
    /** Sets the request with an unknown outcome; null once it is known. */
    setSent: (sent: ReceiptDraft['sent']) => putDraft({ sent }),
    checkAgain: checks.checkAgain,
    checkUnchecked: checks.checkUnchecked,
    refused: checks.refused,
    /** Starts the next receipt with the lines' choices and the units that are left. */
    restart: (draft: ReceiptDraft) => {
      const isLeft = (no: number | null) => draft.units.some((unit) => unit.no === no);
      steps.keepOf(isLeft);
      put({
        draft: { ...draft, openNo: isLeft(draft.openNo) ? draft.openNo : null },
        marks: new Map([...read().marks].filter(([no]) => isLeft(no))),
        aimed: null,
        heldNo: null,
        lineProblems: new Map(),
        lastScan: null,
      });
    },
  };
}
