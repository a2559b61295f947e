export type AccountTables = {
  /** Requested by mail: the token sets a new password, once. */
  password_resets: {
    token_hash: string;
    staff_id: number;
    created_at: number;
    expires_at: number;
  };
};
