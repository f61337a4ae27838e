import { inflateSync } from 'node:zlib';
import { completed, farm, givenTrade, request } from '#tests/setup/in-market.ts';

const textOf = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/\/FlateDecode[\s\S]*?stream\n([\s\S]*?)\nendstream/g)]
    .map(([, data = '']) => inflateSync(Buffer.from(data, 'latin1')).toString('latin1'))
    .flatMap((stream) => [...stream.matchAll(/\[(.*?)\] TJ/g)])
    .map(([, line = '']) =>
      [...line.matchAll(/<([0-9a-f]+)>/g)]
        .map(([, run = '']) => Buffer.from(run, 'hex').toString('latin1'))
        .join(''),
    )
    .join('\n');

describe("'These buttons: download report' downloads a file", () => {
  givenTrade({ goods: { price: 100 }, farm: { name: 'Kilima Wanjikũ' } });

  const report = async (query = '', language = 'en') => {
    const headers = { 'accept-language': language };
    const path = `/api/farmer/payments/report.pdf${query}`;
    const response = await request(path, { token: farm.token, headers });
    return { response, pdf: Buffer.from(await response.arrayBuffer()) };
  };

  test("is a PDF of A4 pages with the month's payments, under its own file name", async () => {
    await completed(2);
    await completed(2);
    const { response, pdf } = await report();
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="sokoshamba-payments-2026-03.pdf"',
    );
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.toString('latin1')).toContain('[0 0 595.28 841.89]');
    for (const text of ['March 2026', 'Kilima Wanjiku', 'KES 200.00', 'KES 400.00'])
      expect(textOf(pdf)).toContain(text);
  });

  test("is in the user's language, and can be for another month", async () => {
    const { response, pdf } = await report('?month=2026-02', 'sw');
    expect(response.headers.get('content-disposition')).toContain('payments-2026-02.pdf');
    expect(textOf(pdf)).toContain('Februari 2026');
  });

  test('of an invalid month is refused', async () => {
    expect((await report('?month=2026-13')).response.status).toBe(400);
  });
});
