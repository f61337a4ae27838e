/*
 * What a replica must have replayed before it may answer. When a change is announced (by this
 * process for its own, by NOTIFY for others') it has been committed on the primary, so the
 * primary's position in its log at any moment afterwards includes the change: a replica that has
 * replayed up to there shows it. One question to the primary serves all changes announced before it
 * was sent.
 */

/** Bytes of the write-ahead log since its beginning. */
export type LogPosition = bigint;
export type PrimaryState = { position: LogPosition; timeline: number };

export type ReadPosition = ReturnType<typeof createReadPosition>;

export function createReadPosition(askPrimary: () => Promise<LogPosition>) {
  let announced = 0;
  let known: { announced: number; position: LogPosition } | null = null;
  let asking: Promise<void> | null = null;

  async function ask() {
    const before = announced;
    const position = await askPrimary();
    known = { announced: before, position };
  }

  return {
    /** Grows with each announcement. */
    announced: () => announced,
    /** Reads that begin from now on have to show everything that has been committed until now. */
    seeAllSoFar() {
      announced += 1;
    },
    /**
     * Up to where a replica must have replayed for a read that begins now. Null where that is
     * unknown: before the first announcement, when nobody listens yet, and while the primary does
     * not answer.
     */
    async find(): Promise<LogPosition | null> {
      const wanted = announced;
      if (wanted === 0) return null;
      try {
        // Twice at most: the question that is under way may have been sent before the last change.
        while ((known?.announced ?? 0) < wanted) {
          asking ??= ask().finally(() => {
            asking = null;
          });
          await asking;
        }
        return known?.position ?? null;
      } catch {
        return null;
      }
    },
    /** Asks again before the next read: another primary has another log. */
    forget() {
      if (announced > 0) announced += 1;
    },
  };
}
