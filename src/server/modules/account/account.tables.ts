export type AccountTables = {
  /** Asked for by mail: whoever has the token may set a new password, once. */
  password_resets: {
    token_hash: string;
    staff_id: number;
    created_at: number;
    expires_at: number;
  };
};
