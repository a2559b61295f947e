/** Lets the browser save a file under a name, as a download does. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download has its own hold on the file once it began.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
