/** A name as names are compared where no two may be the same: in whatever case, in whatever way its accents are written. */
export const uniqueName = (name: string): string => name.normalize('NFC').toLowerCase();
