export type UploadedFile = {
  /** As checked by judgeTakenAt. */
  takenAt?: Date | null;
  isTakenAtDoubtful?: boolean;
  /** At most PHOTO_FILE_MAX_BYTES. */
  read: () => Promise<Buffer>;
};
