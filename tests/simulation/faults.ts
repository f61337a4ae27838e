import { type Connection, type Interception, interceptDatabase } from '#server/database.ts';
import { connectionTo } from '#tests/setup/database/connection-to.ts';

export const faultNames = [
  'death',
  'database',
  'callbacks',
  'mpesa',
  'sms',
  'mail',
  'push',
  'clock',
  'crossing',
  'backup',
] as const;
export type FaultName = (typeof faultNames)[number];

export class SimulatedFailure extends Error {
  readonly code: string;
  constructor(message: string, code = '') {
    super(message);
    this.code = code;
  }
}

export const isSimulated = (error: unknown): boolean =>
  error instanceof Error && (error instanceof SimulatedFailure || isSimulated(error.cause));

const strikeKinds = ['death', 'deadlock', 'lost'] as const;
const strikePlaces = ['before', 'after', 'commit'] as const;
export type Strike = {
  kind: (typeof strikeKinds)[number];
  place: (typeof strikePlaces)[number];
  spared: number;
};

export type Condition = { isDead: boolean; strike: Strike | null; struck: Strike | null };

const failureOf = ({ kind }: Strike) => {
  if (kind === 'death') return new SimulatedFailure('the process died', 'DIED');
  return kind === 'deadlock'
    ? new SimulatedFailure('deadlock detected', '40P01')
    : new SimulatedFailure('the connection was lost', 'CONNECTION_CLOSED');
};

export function failingConnection(connection: Connection, condition: Condition): Connection {
  const strikeAt = (place: Strike['place'][]): Strike | null => {
    const { strike } = condition;
    if (!strike || !place.includes(strike.place)) return null;
    if (strike.spared > 0) {
      strike.spared -= 1;
      return null;
    }
    condition.strike = null;
    condition.struck = strike;
    if (strike.kind === 'death') condition.isDead = true;
    return strike;
  };
  const intercept = (isTransaction: boolean): Interception => {
    // After an error PostgreSQL refuses all other statements of a transaction.
    let isAborted = false;
    const refuse = () => {
      if (condition.isDead) throw new SimulatedFailure('the process is dead', 'DIED');
      if (isAborted) throw new SimulatedFailure('the transaction is aborted', '25P02');
    };
    return {
      async statement(send) {
        refuse();
        const strike = strikeAt(['before', 'after']);
        const answer = strike?.place === 'before' ? [] : await send();
        if (!strike) return answer;
        isAborted = isTransaction;
        throw failureOf(strike);
      },
      beforeCommit: refuse,
      afterCommit() {
        const strike = strikeAt(['commit']);
        if (strike) throw failureOf(strike);
      },
    };
  };
  const db = interceptDatabase(connection.db, intercept);
  return {
    ...connection,
    ...connectionTo(db),
    listen: async () => {},
  };
}
