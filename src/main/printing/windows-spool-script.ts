/**
 * Passes standard input unchanged to a Windows print queue (data type RAW). The queue's name comes in base64 in
 * TINDAHAN_PRINT_QUEUE. Writes `OPEN status attributes` once the queue is open, or `MISSING code`; then, when the job is
 * spooled, `TAKEN job`. Input that is not TINDAHAN_PRINT_BYTES long spools nothing, as the till has stopped then.
 * Source: Microsoft, winspool.h: OpenPrinter, GetPrinter, StartDocPrinter, WritePrinter, AbortPrinter.
 */
export const spoolScript = `
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
Add-Type -TypeDefinition @'
using System;
using System.ComponentModel;
using System.IO;
using System.Runtime.InteropServices;

public static class RawSpool {
  [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
  public struct DocInfo {
    public string Name;
    public string OutputFile;
    public string DataType;
  }

  [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
  public struct PrinterInfo2 {
    public IntPtr ServerName, PrinterName, ShareName, PortName, DriverName, Comment, Location;
    public IntPtr DevMode, SepFile, PrintProcessor, DataType, Parameters, SecurityDescriptor;
    public uint Attributes, Priority, DefaultPriority, StartTime, UntilTime, Status, Jobs, AveragePagesPerMinute;
  }

  [DllImport("winspool.drv", EntryPoint = "OpenPrinterW", CharSet = CharSet.Unicode, SetLastError = true)]
  static extern bool OpenPrinter(string name, out IntPtr printer, IntPtr defaults);
  [DllImport("winspool.drv", SetLastError = true)]
  static extern bool ClosePrinter(IntPtr printer);
  [DllImport("winspool.drv", EntryPoint = "GetPrinterW", CharSet = CharSet.Unicode, SetLastError = true)]
  static extern bool GetPrinter(IntPtr printer, uint level, IntPtr info, uint size, out uint needed);
  [DllImport("winspool.drv", EntryPoint = "StartDocPrinterW", CharSet = CharSet.Unicode, SetLastError = true)]
  static extern uint StartDocPrinter(IntPtr printer, uint level, ref DocInfo info);
  [DllImport("winspool.drv", SetLastError = true)]
  static extern bool EndDocPrinter(IntPtr printer);
  [DllImport("winspool.drv", SetLastError = true)]
  static extern bool AbortPrinter(IntPtr printer);
  [DllImport("winspool.drv", SetLastError = true)]
  static extern bool WritePrinter(IntPtr printer, byte[] bytes, uint count, out uint written);

  public static IntPtr Open(string queue) {
    IntPtr printer;
    if (!OpenPrinter(queue, out printer, IntPtr.Zero)) throw new Win32Exception();
    return printer;
  }

  public static void Close(IntPtr printer) {
    ClosePrinter(printer);
  }

  public static string Describe(IntPtr printer) {
    uint needed;
    GetPrinter(printer, 2, IntPtr.Zero, 0, out needed);
    IntPtr memory = Marshal.AllocHGlobal((int)Math.Max(needed, 1));
    try {
      if (!GetPrinter(printer, 2, memory, needed, out needed)) return "OPEN 0 0";
      var info = (PrinterInfo2)Marshal.PtrToStructure(memory, typeof(PrinterInfo2));
      return "OPEN " + info.Status + " " + info.Attributes;
    } finally {
      Marshal.FreeHGlobal(memory);
    }
  }

  public static uint Spool(IntPtr printer, byte[] bytes) {
    var document = new DocInfo { Name = "Tindahan receipt", OutputFile = null, DataType = "RAW" };
    uint job = StartDocPrinter(printer, 1, ref document);
    if (job == 0) throw new Win32Exception();
    uint written = 0;
    if (!WritePrinter(printer, bytes, (uint)bytes.Length, out written) || written != bytes.Length) {
      AbortPrinter(printer);
      throw new IOException("The queue did not take the whole job");
    }
    if (!EndDocPrinter(printer)) throw new Win32Exception();
    return job;
  }
}
'@
$queue = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($env:TINDAHAN_PRINT_QUEUE))
try { $printer = [RawSpool]::Open($queue) }
catch {
  $cause = $_.Exception.GetBaseException()
  $code = 0
  if ($cause -is [ComponentModel.Win32Exception]) { $code = $cause.NativeErrorCode }
  [Console]::Out.WriteLine("MISSING $code")
  exit 2
}
try {
  [Console]::Out.WriteLine([RawSpool]::Describe($printer))
  [Console]::Out.Flush()
  $job = New-Object IO.MemoryStream
  [Console]::OpenStandardInput().CopyTo($job)
  if ($job.Length -eq 0 -or $job.Length -ne [long]$env:TINDAHAN_PRINT_BYTES) { exit 3 }
  $number = [RawSpool]::Spool($printer, $job.ToArray())
  [Console]::Out.WriteLine("TAKEN $number")
} finally {
  [RawSpool]::Close($printer)
}
`;
