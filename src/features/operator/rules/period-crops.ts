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
