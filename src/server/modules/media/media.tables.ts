import type { MediaKind, ThumbnailSize } from '#domain/media.ts';

export type MediaTables = {
  media: {
    id: number;
    kind: MediaKind;
    content_type: string;
    /** The shortened hash of its bytes; null for pictures from before there were hashes. */
    content_key: string | null;
    /** The store it was uploaded at; null for pictures of the chain. */
    store_id: number | null;
    created_at: number;
    created_by_id: number;
  };
  /** A picture's bytes, apart from its columns, which are read far more often. */
  media_files: { media_id: number; size: 'full' | ThumbnailSize; bytes: Buffer };
};
