import type { Selectable } from 'kysely';
import type { MediaKind } from '#domain/media.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';
import type { NoteChange, NoteTarget, Session } from '../../http/call.ts';

/** A picture without its bytes. */
export type Picture = Selectable<Tables['media']>;

/** The caller who uploads or deletes a picture, and what writes the audit event. */
export type PictureChanger = {
  session: Session;
  now: number;
  noteChange: NoteChange;
  noteTarget: NoteTarget;
};

type Owner = { maySee: (reader: Reader, session: Session, picture: Picture) => Promise<boolean> };

/** The owner of pictures that are uploaded first, and named afterwards by what shows them. */
type OwnerOfNamed = Owner & {
  /** `store`: its uploader's, until something shows it. */
  belongsTo: 'store' | 'chain';
  /** True if something shows the picture, so that it stays. */
  isShown: (reader: Reader, mediaId: number) => Promise<boolean>;
  /** Why a picture that is shown stays, as a sentence. */
  shownText: string;
  /** Finds the pictures from before an instant that nothing shows; without it they are kept. */
  findUnused?: (reader: Reader, before: number) => Promise<number[]>;
};

/** The owner of pictures that are attached and detached in the transaction of the upload or the deletion. */
type OwnerOfAttached = Owner & {
  belongsTo: 'chain';
  /** Refuses with 404 if the id does not exist, and for the owner's own reasons. */
  attach: (writer: Writer, picture: Picture, modelId: number, changer: PictureChanger) => Promise<void>;
  /** False if it is gone already. */
  detach: (writer: Writer, mediaId: number, changer: PictureChanger) => Promise<boolean>;
};

/** The rules of the module that shows a kind of picture; media itself knows no other module. */
export type PictureOwner = OwnerOfNamed | OwnerOfAttached;

/** An owner for every kind of picture; the server puts them together. */
export type PictureOwners = Readonly<Record<MediaKind, PictureOwner>>;
