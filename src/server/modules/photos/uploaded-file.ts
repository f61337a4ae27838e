/** One uploaded file. Its name and type are claims of the sender. */
export type UploadedFile = {
  fileName: string;
  contentType: string;
  /** Its whole content, at most PHOTO_FILE_MAX_BYTES; read when its turn has come, so that waiting files take no memory. */
  read: () => Promise<Buffer>;
};
