export type Part = {
  name: string;
  value?: string;
  bytes?: Buffer;
  fileName?: string;
  type?: string;
};

const BOUNDARY = 'the-boundary-of-tests';
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

export const partHead = ({ name, fileName, type }: Part) =>
  [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}`,
    ...(type ? [`Content-Type: ${type}`] : []),
    '',
    '',
  ].join('\r\n');

export const FORM_END = `--${BOUNDARY}--\r\n`;

export const formBody = (parts: Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap((part) => [
      Buffer.from(partHead(part)),
      part.bytes ?? Buffer.from(part.value ?? ''),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(FORM_END),
  ]);

export const photoPart = (bytes: Buffer, fileName = 'photo.jpg'): Part => ({
  name: 'photos',
  bytes,
  fileName,
  type: 'image/jpeg',
});

export const productParts = (overrides: Record<string, string> = {}): Part[] =>
  Object.entries({
    product_name: 'Sukuma wiki',
    category: 'Vegetables',
    description: 'Picked this morning',
    quantity_available: '120',
    unit_of_measure: 'kg',
    price_per_unit: '45.5',
    harvest_date: '2026-03-01',
    expiry_date: '',
    is_organic: 'true',
    status: 'available',
    main_photo_index: '0',
    ...overrides,
  }).map(([name, value]) => ({ name, value }));

export const productFields = (overrides: Record<string, string> = {}) =>
  Object.fromEntries(productParts(overrides).map(({ name, value }) => [name, value]));
