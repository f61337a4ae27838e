import {
  STREAMS_MAX,
  STREAMS_PER_ADDRESS,
  STREAMS_PER_SESSION,
  STREAMS_PER_WIDE_NETWORK,
} from '#features/orders/rules/limits.ts';

/** `networks`: the networks of the client's address, from narrow to wide. */
type Origin = { sessionId: number; networks: string[] };

/**
 * The stream that must end because another one opens: the oldest of a session or network that has
 * reached its limit. If the whole process is full, it is the oldest of the address with the most
 * streams, so that an address which opens many loses its own.
 * @param streams in the order in which they were opened
 * @returns null if there is room
 */
export function streamToEnd<Stream extends Origin & { isOver: boolean }>(
  streams: Iterable<Stream>,
  { sessionId, networks }: Origin,
): Stream | null {
  const open = [...streams].filter(({ isOver }) => !isOver);
  const oldestIf = (isCounted: (stream: Stream) => boolean, max: number): Stream | null => {
    const counted = open.filter(isCounted);
    return counted.length >= max ? (counted[0] ?? null) : null;
  };
  const ofSession = oldestIf((stream) => stream.sessionId === sessionId, STREAMS_PER_SESSION);
  if (ofSession) return ofSession;
  for (const [width, network] of networks.entries()) {
    const ofNetwork = oldestIf(
      (stream) => stream.networks[width] === network,
      width === 0 ? STREAMS_PER_ADDRESS : STREAMS_PER_WIDE_NETWORK,
    );
    if (ofNetwork) return ofNetwork;
  }
  return open.length >= STREAMS_MAX ? oldestOfFullestAddress(open) : null;
}

function oldestOfFullestAddress<Stream extends Origin>(open: Stream[]): Stream | null {
  const counts = new Map<string | undefined, number>();
  for (const {
    networks: [address],
  } of open)
    counts.set(address, (counts.get(address) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return open.find(({ networks: [address] }) => counts.get(address) === most) ?? null;
}
