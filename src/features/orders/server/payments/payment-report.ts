import { findFarmerProfile } from '#farms/server/queries.ts';
import { type Month, monthInNairobi } from '#platform/rules/day.ts';
import type { Language } from '#platform/rules/language.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import { clientOfPerson, heavyWork } from '#platform/server/heavy-work.ts';
import { getStatement } from '../farmer-payments.ts';

type Wanted = { farmerId: number; month?: Month | undefined; language: Language };

export async function writePaymentReport(
  db: Database,
  { farmerId, month, language }: Wanted,
  { clock, support }: { clock: Clock; support: Support },
) {
  const madeAt = clock();
  const farmer = await findFarmerProfile(db, farmerId);
  if (!farmer) throw new AppError('NOT_FOUND');
  const { firstName, lastName, farmName } = farmer;
  const statement = await getStatement(
    { db, user: { id: farmerId } },
    { month: month ?? monthInNairobi(madeAt) },
  );
  // The library takes memory that most servers never need.
  const { drawReport } = await import('./statements/draw-report.ts');
  const report = { ...statement, farmName, farmerName: `${firstName} ${lastName}`, madeAt };
  const document = await heavyWork.run(clientOfPerson(farmerId), () =>
    drawReport(report, { language, supportEmail: support.email }),
  );
  return { name: `sokoshamba-payments-${statement.month}.pdf`, document };
}
