export type ManufacturersTables = {
  manufacturers: { id: number; name: string; unique_name: string };
};
