import type { MediaKind, ThumbnailSize } from '#domain/media.ts';

export type MediaTables = {
  media: {
    id: number;
    kind: MediaKind;
    content_type: string;
    /** What its bytes hash to, shortened; null for those of before there were hashes. */
    content_key: string | null;
    /** The store it was uploaded at; null for what is the chain's. */
    store_id: number | null;
    created_at: number;
    created_by_id: number;
  };
  /** A picture's bytes, apart from what is asked of it far more often. */
  media_files: { media_id: number; size: 'full' | ThumbnailSize; bytes: Buffer };
};
