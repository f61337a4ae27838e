/** One uploaded file. Its bytes say what it is. */
export type UploadedFile = {
  /** When the phone took it, if reported, as checked by judgeTakenAt. */
  takenAt?: Date | null;
  isTakenAtDoubtful?: boolean;
  /**
   * Reads the whole content, at most PHOTO_FILE_MAX_BYTES. Called only when the file's turn comes,
   * so that waiting files take no memory.
   */
  read: () => Promise<Buffer>;
};
