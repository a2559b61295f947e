/** Puts the server into a folder, for Linux or Windows on x64. */
export function addServer(folder: string, system: 'linux' | 'win32'): void;
