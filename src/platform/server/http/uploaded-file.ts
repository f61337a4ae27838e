/** One uploaded file. Its name and type are claims of the sender. */
export type UploadedFile = {
  fileName: string;
  contentType: string;
  /** When the phone took it, if it said so, as judgeTakenAt judged it. */
  takenAt?: Date | null;
  isTakenAtDoubtful?: boolean;
  /**
   * Its whole content, at most PHOTO_FILE_MAX_BYTES; read when its turn has come, so that waiting
   * files take no memory.
   */
  read: () => Promise<Buffer>;
};
