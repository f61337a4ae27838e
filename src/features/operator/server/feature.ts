import type { Feature } from '#platform/server/feature.ts';
import type { OperatorKey } from '#platform/server/operator-keys.ts';
import { startOperator } from './start-operator.ts';

type Needs = Parameters<typeof startOperator>[1]['services'] & {
  dataFolder: string;
  operators: readonly OperatorKey[];
};

export const operator: Feature<Needs> = {
  start: (db, { dataFolder: folder, operators, ...services }) => [
    startOperator(db, { folder, operators, services }),
  ],
};
