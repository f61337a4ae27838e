import { m } from '#text';
import type { OperatorRole } from './desk-input.ts';

const roles: Record<OperatorRole, typeof m.deskRoleReader> = {
  reader: m.deskRoleReader,
  support: m.deskRoleSupport,
  finance: m.deskRoleFinance,
  lead: m.deskRoleLead,
};

export const roleText = (role: OperatorRole, options?: { locale: Language }): string =>
  roles[role]({}, options);

type CropOfWeek = {
  week: string;
  crop: { en: string; sw: string } | null;
  unit: string;
  quantity: number;
  orders: number;
  farms: number;
  sales: number;
};

/** The largest sales first. Farms are left out, because one may have sold in several weeks. */
export function periodCrops<Row extends CropOfWeek>(
  rows: readonly Row[],
): Omit<Row, 'week' | 'farms'>[] {
  const sums = new Map<string, Omit<Row, 'week' | 'farms'>>();
  for (const { week: _, farms: __, ...row } of rows) {
    const key = `${row.crop?.en ?? ''} ${row.unit}`;
    const sum = sums.get(key);
    if (!sum) sums.set(key, row);
    else {
      sum.quantity += row.quantity;
      sum.orders += row.orders;
      sum.sales += row.sales;
    }
  }
  return [...sums.values()].sort((one, other) => other.sales - one.sales);
}

/** `firstLine` is its number in the file. */
type TablePart = { firstLine: number; text: string };

/** Each part begins with the row of column names. Quoted cells of several lines stay whole. */
export function splitTable(text: string, charactersMax: number): TablePart[] {
  const [head = '', ...lines] = text.split(/\r\n|\r|\n/);
  const parts: TablePart[] = [];
  let part: string[] = [];
  let firstLine = 2;
  const close = () => {
    if (part.length > 0) parts.push({ firstLine, text: [head, ...part].join('\n') });
    firstLine += part.length;
    part = [];
  };
  let characters = 0;
  let isInQuotes = false;
  for (const line of lines) {
    part.push(line);
    characters += line.length + 1;
    if (line.split('"').length % 2 === 0) isInQuotes = !isInQuotes;
    if (characters < charactersMax || isInQuotes) continue;
    close();
    characters = 0;
  }
  close();
  return parts;
}
