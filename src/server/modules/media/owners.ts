import type { Selectable } from 'kysely';
import type { MediaKind } from '#domain/media.ts';
import type { Reader } from '../../db/access.ts';
import type { MediaTable } from '../../db/tables.ts';
import type { Session } from '../../http/call.ts';

/** What a picture is, without its bytes. */
export type Picture = Omit<Selectable<MediaTable>, 'bytes'>;

/** What the area that shows a kind of picture says of it; media itself knows no other area. */
export type PictureOwner = {
  /** `store`: to its uploader's, until something shows it. */
  belongsTo: 'store' | 'chain';
  maySee: (reader: Reader, session: Session, picture: Picture) => Promise<boolean>;
  /** Whether something shows the picture, so that it stays. */
  isShown: (reader: Reader, mediaId: number) => Promise<boolean>;
  /** Why it stays then, as a sentence. */
  shownWords: string;
  /** The pictures from before an instant that nothing shows; without it they are kept. */
  findUnused?: (reader: Reader, before: number) => Promise<number[]>;
};

/** An owner for every kind of picture; they are put together where the server is. */
export type PictureOwners = Readonly<Record<MediaKind, PictureOwner>>;
