import path from 'node:path';

/** The part of a data folder that belongs to its backups: the key, what waits, what is checked, the files on its own disk. */
export const backupsIn = (dataDir: string) => path.join(dataDir, 'backups');

/** The folder of the parts that wait to be encrypted. */
export const spoolIn = (dataDir: string) => path.join(backupsIn(dataDir), 'spool');

/** The ending of sealed files: gzip within age. */
export const SEALED = '.age';

/** The name of a chain's folder: begun by its key, so that a shop finds its own among others. */
export const chainFolder = (recipient: string, chain: string) =>
  `tindahan-${recipient.slice(4, 12)}-${chain}`;
