/*
 * The log position that a replica must have replayed before it may serve a read. When a change is
 * announced (by this process for its own changes, by NOTIFY for others'), it is already committed
 * on the primary. So the primary's log position at any later moment includes the change, and a
 * replica that has replayed up to there shows it. One query to the primary serves all changes
 * announced before it was sent.
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
    /** Increases with each announcement. */
    announced: () => announced,
    /** Makes later reads show everything that is committed now. */
    seeAllSoFar() {
      announced += 1;
    },
    /**
     * The position that a replica must have replayed for a read that begins now. Null if unknown:
     * before the first announcement, when nothing listens yet, and while the primary does not
     * respond.
     */
    async find(): Promise<LogPosition | null> {
      const wanted = announced;
      if (wanted === 0) return null;
      try {
        // At most twice: the running query may have been sent before the last change.
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
    /** Forces a new query before the next read, because another primary has another log. */
    forget() {
      if (announced > 0) announced += 1;
    },
  };
}
