/** One file as it came in. Its name and type are what the sender says they are. */
export type UploadedFile = {
  fileName: string;
  contentType: string;
  /** Its whole content, at most PHOTO_FILE_MAX_BYTES; read when its turn has come, so that those in line take no memory. */
  read: () => Promise<Buffer>;
};
