import type { Selectable } from 'kysely';
import type { MediaKind } from '#domain/media.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';
import type { NoteChange, NoteTarget, Session } from '../../http/call.ts';

/** What a picture is, without its bytes. */
export type Picture = Selectable<Tables['media']>;

/** Who uploads a picture or takes it away, and what is kept of that. */
export type PictureChanger = {
  session: Session;
  now: number;
  noteChange: NoteChange;
  noteTarget: NoteTarget;
};

type Owner = { maySee: (reader: Reader, session: Session, picture: Picture) => Promise<boolean> };

/** Of pictures that are uploaded first, and named by what shows them afterwards. */
type OwnerOfNamed = Owner & {
  /** `store`: to its uploader's, until something shows it. */
  belongsTo: 'store' | 'chain';
  /** Whether something shows the picture, so that it stays. */
  isShown: (reader: Reader, mediaId: number) => Promise<boolean>;
  /** Why it stays then, as a sentence. */
  shownText: string;
  /** The pictures from before an instant that nothing shows; without it they are kept. */
  findUnused?: (reader: Reader, before: number) => Promise<number[]>;
};

/** Of pictures that come to what they are of, and go from it, in the transaction of the upload and of the deletion. */
type OwnerOfAttached = Owner & {
  belongsTo: 'chain';
  /** Refuses with 404 where there is nothing of that id, and whatever else keeps the picture from it. */
  attach: (writer: Writer, picture: Picture, modelId: number, changer: PictureChanger) => Promise<void>;
  /** False where it is gone already. */
  detach: (writer: Writer, mediaId: number, changer: PictureChanger) => Promise<boolean>;
};

/** What the module that shows a kind of picture says of it; media itself knows no other module. */
export type PictureOwner = OwnerOfNamed | OwnerOfAttached;

/** An owner for every kind of picture; they are put together where the server is. */
export type PictureOwners = Readonly<Record<MediaKind, PictureOwner>>;
