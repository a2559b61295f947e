/** Saves a file under a name, like a download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download holds the file once it began.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
