import type { LibraryHandle, TypeObject } from 'koffi';

// Windows' print service, called directly: winspool.drv through koffi. Source: Microsoft, winspool.h. Each call runs in
// Node's thread pool, as a print service may take its time.

/** An open queue. */
type Handle = bigint;

/** A queue as PRINTER_INFO_2 describes it. */
export type WindowsQueue = { name: string; port: string; status: number; attributes: number };

/** Windows refused a call; `code` is that of GetLastError. */
export class WindowsRefusal extends Error {
  override name = 'WindowsRefusal';
  readonly code: number;
  constructor(call: string, code: number) {
    super(`Windows refuses ${call}: error ${code}`);
    this.code = code;
  }
}

/** Windows' print service. Every call rejects with WindowsRefusal where Windows refuses it. */
export type Winspool = {
  open: (queue: string) => Promise<Handle>;
  close: (printer: Handle) => Promise<void>;
  describe: (printer: Handle) => Promise<WindowsQueue>;
  /** True if the queue's driver is one of XPS (version 4), which throws away what comes as RAW. */
  takesXps: (printer: Handle) => Promise<boolean>;
  /** Begins a job and returns its number. No byte leaves before `write`. */
  startJob: (printer: Handle, name: string, dataType: 'RAW' | 'XPS_PASS') => Promise<number>;
  /** Returns the number of bytes taken. */
  write: (printer: Handle, bytes: Uint8Array) => Promise<number>;
  endJob: (printer: Handle) => Promise<void>;
  /** Takes back the job that was begun and not ended. */
  abort: (printer: Handle) => Promise<void>;
  /** Returns the job's status bits; null once it has left the queue. */
  jobStatus: (printer: Handle, job: number) => Promise<number | null>;
  deleteJob: (printer: Handle, job: number) => Promise<void>;
  /** The queues of this computer, and those of others that it is connected to: these without their status. */
  queues: () => Promise<WindowsQueue[]>;
  /** The names of its parallel ports: `LPT1`. */
  parallelPorts: () => Promise<string[]>;
};

const ERROR_INSUFFICIENT_BUFFER = 122;

// PRINTER_ACCESS_USE, PRINTER_ENUM_LOCAL, PRINTER_ENUM_CONNECTIONS, PRINTER_DRIVER_XPS, JOB_CONTROL_DELETE.
const USE = 8;
const LOCAL = 2;
const CONNECTIONS = 4;
const XPS_DRIVER = 2;
const XPS_VERSION = 4;
const DELETE = 5;

const loaded: { winspool?: Promise<Winspool> } = {};

/** Returns Windows' print service; its library is loaded once. Rejects on other systems. */
export function loadWinspool(): Promise<Winspool> {
  loaded.winspool ??= load();
  return loaded.winspool;
}

const fields = (names: string, type: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, type]));

async function load(): Promise<Winspool> {
  const { default: koffi } = await import('koffi');
  const kernel = koffi.load('kernel32.dll');
  const lastError = kernel.func('uint32_t __stdcall GetLastError()') as () => number;

  koffi.struct('PRINTER_DEFAULTSW', { dataType: 'str16', devMode: 'void *', access: 'uint32_t' });
  koffi.struct('DOC_INFO_1W', { name: 'str16', outputFile: 'str16', dataType: 'str16' });
  const printerInfo2 = koffi.struct({
    ...fields('server name share port driver comment location', 'str16'),
    devMode: 'void *',
    ...fields('sepFile processor dataType parameters', 'str16'),
    security: 'void *',
    ...fields(
      'attributes priority defaultPriority startTime untilTime status jobs pagesPerMinute',
      'uint32_t',
    ),
  });
  const printerInfo4 = koffi.struct({ name: 'str16', server: 'str16', attributes: 'uint32_t' });
  const driverInfo8 = koffi.struct({
    version: 'uint32_t',
    ...fields('name environment path data config help dependent monitor dataType previous', 'void *'),
    ...fields('date driverVersion', 'uint64_t'),
    ...fields('maker url hardware provider processor setup profiles inf', 'void *'),
    attributes: 'uint32_t',
  });
  const jobInfo1 = koffi.struct({
    id: 'uint32_t',
    ...fields('printer machine user document dataType statusText', 'void *'),
    status: 'uint32_t',
  });

  /** Declares a function of which zero means that it was refused. */
  const declare = (library: LibraryHandle, declaration: string) => {
    const called = library.func(`uint32_t __stdcall ${declaration}`);
    return (...args: unknown[]) =>
      new Promise<number>((resolve, reject) => {
        called.async(...args, (fault: Error | null, answer: number) => {
          if (fault) reject(fault);
          // koffi keeps the last error of the call's thread for this callback.
          else if (answer === 0) reject(new WindowsRefusal(declaration, lastError()));
          else resolve(answer);
        });
      });
  };
  const spool = koffi.load('winspool.drv');
  const sized = 'void *memory, uint32_t size, _Out_ uint32_t *needed';
  const openPrinter = declare(
    spool,
    'OpenPrinterW(str16 name, _Out_ void **printer, PRINTER_DEFAULTSW *defaults)',
  );
  const closePrinter = declare(spool, 'ClosePrinter(void *printer)');
  const getPrinter = declare(spool, `GetPrinterW(void *printer, uint32_t level, ${sized})`);
  const getDriver = declare(
    spool,
    `GetPrinterDriverW(void *printer, str16 environment, uint32_t level, ${sized})`,
  );
  const startDoc = declare(spool, 'StartDocPrinterW(void *printer, uint32_t level, DOC_INFO_1W *document)');
  const startPage = declare(spool, 'StartPagePrinter(void *printer)');
  const writePrinter = declare(
    spool,
    'WritePrinter(void *printer, const uint8_t *bytes, uint32_t count, _Out_ uint32_t *written)',
  );
  const endPage = declare(spool, 'EndPagePrinter(void *printer)');
  const endDoc = declare(spool, 'EndDocPrinter(void *printer)');
  const abortPrinter = declare(spool, 'AbortPrinter(void *printer)');
  const getJob = declare(spool, `GetJobW(void *printer, uint32_t job, uint32_t level, ${sized})`);
  const setJob = declare(
    spool,
    'SetJobW(void *printer, uint32_t job, uint32_t level, void *info, uint32_t command)',
  );
  const enumPrinters = declare(
    spool,
    `EnumPrintersW(uint32_t which, str16 server, uint32_t level, ${sized}, _Out_ uint32_t *count)`,
  );
  const queryDosDevice = declare(kernel, 'QueryDosDeviceW(str16 name, void *memory, uint32_t letters)');

  /** Calls what fills memory of a size that Windows tells first; returns what `read` finds in it. */
  const filled = async <T>(
    call: (memory: unknown, size: number, needed: [number]) => Promise<unknown>,
    read: (memory: unknown) => T,
  ): Promise<T> => {
    let size = 0;
    for (;;) {
      const needed: [number] = [0];
      const memory: unknown = size > 0 ? koffi.alloc('uint8_t', size) : null;
      try {
        await call(memory, size, needed);
        return read(memory);
      } catch (fault) {
        const isTooSmall = fault instanceof WindowsRefusal && fault.code === ERROR_INSUFFICIENT_BUFFER;
        if (!isTooSmall || needed[0] <= size) throw fault;
        size = needed[0];
      } finally {
        if (memory !== null) koffi.free(memory);
      }
    }
  };
  const readAll = <T>(memory: unknown, type: TypeObject, count: number) =>
    memory === null ? [] : (koffi.decode(memory, type, count) as T[]);
  const list = async <T>(which: number, level: number, type: TypeObject): Promise<T[]> => {
    const count: [number] = [0];
    return filled(
      (memory, size, needed) => enumPrinters(which, null, level, memory, size, needed, count),
      (memory) => readAll<T>(memory, type, count[0]),
    );
  };

  const describe = (printer: Handle) =>
    filled(
      (memory, size, needed) => getPrinter(printer, 2, memory, size, needed),
      (memory) => koffi.decode(memory, printerInfo2) as WindowsQueue,
    );

  return {
    open: async (queue) => {
      const printer: [Handle] = [0n];
      await openPrinter(queue, printer, { dataType: null, devMode: null, access: USE });
      return printer[0];
    },
    close: async (printer) => void (await closePrinter(printer)),
    describe,
    takesXps: (printer) =>
      filled(
        (memory, size, needed) => getDriver(printer, null, 8, memory, size, needed),
        (memory) => {
          const driver = koffi.decode(memory, driverInfo8) as { version: number; attributes: number };
          return driver.version >= XPS_VERSION || (driver.attributes & XPS_DRIVER) !== 0;
        },
      ),
    startJob: async (printer, name, dataType) => {
      const job = await startDoc(printer, 1, { name, outputFile: null, dataType });
      await startPage(printer);
      return job;
    },
    write: async (printer, bytes) => {
      const written: [number] = [0];
      await writePrinter(printer, bytes, bytes.length, written);
      return written[0];
    },
    endJob: async (printer) => {
      await endPage(printer);
      await endDoc(printer);
    },
    abort: async (printer) => void (await abortPrinter(printer)),
    jobStatus: async (printer, job) => {
      const status = filled(
        (memory, size, needed) => getJob(printer, job, 1, memory, size, needed),
        (memory) => (koffi.decode(memory, jobInfo1) as { status: number }).status,
      );
      return status.catch(async () => {
        // The job has left a queue that still answers; a dead one refuses this, too.
        await describe(printer);
        return null;
      });
    },
    deleteJob: async (printer, job) => void (await setJob(printer, job, 0, null, DELETE)),
    queues: async () => [
      ...(await list<WindowsQueue>(LOCAL, 2, printerInfo2)),
      // Of these nothing else is asked: the computers that they are on may be off.
      ...(await list<{ name: string; attributes: number }>(CONNECTIONS, 4, printerInfo4)).map(
        ({ name, attributes }) => ({ name, attributes, port: '', status: 0 }),
      ),
    ],
    parallelPorts: async () => {
      const LETTERS = 65_536;
      const memory: unknown = koffi.alloc('char16_t', LETTERS);
      try {
        const length = await queryDosDevice(null, memory, LETTERS);
        const names = koffi.decode(memory, koffi.array('char16_t', length, 'Typed')) as Uint16Array;
        return Buffer.from(names.buffer, names.byteOffset, names.byteLength)
          .toString('utf16le')
          .split('\0')
          .filter((name) => /^LPT\d+$/.test(name))
          .sort();
      } finally {
        koffi.free(memory);
      }
    },
  };
}
