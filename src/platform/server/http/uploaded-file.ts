export type UploadedFile = {
  /** As checked by judgeTakenAt. */
  takenAt?: Date | null;
  isTakenAtDoubtful?: boolean;
  /** At most PHOTO_FILE_MAX_BYTES. Waiting files take no memory. */
  read: () => Promise<Buffer>;
};
