import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type Multipart, readMultipart } from '#server/http/read-multipart.ts';
import { FORM_END, formBody, MULTIPART, partHead, photoPart } from '#tests/factories/forms.ts';
import { emptyPhotoFolder, listPhotoFiles } from '#tests/setup/photo-folder.ts';
import { outcomeOf } from '#tests/setup/rest.ts';

let folder: string;
beforeEach(() => {
  folder = join(emptyPhotoFolder(), 'tmp');
});

const read = <T>(body: PassThrough, use: (form: Multipart) => Promise<T>) =>
  readMultipart({ body, contentType: MULTIPART, folder, stallMilliseconds: 60 }, use);
const bodyOf = (bytes: Buffer) => new PassThrough().end(bytes);

test('a multipart form provides its fields and files while they are used, and keeps none of them', async () => {
  const parts = [
    { name: 'product_name', value: 'Maïs' },
    photoPart(Buffer.from('first'), 'a.jpg'),
    photoPart(Buffer.from('second')),
  ];
  const seen = await read(bodyOf(formBody(parts)), async ({ fields, files }) => {
    expect(await listPhotoFiles()).toHaveLength(2);
    return {
      fields,
      files: await Promise.all(files.map(async (file) => String(await file.read()))),
    };
  });
  expect(seen).toEqual({
    fields: { product_name: 'Maïs' },
    files: ['first', 'second'],
  });
  expect(await listPhotoFiles()).toEqual([]);
});

test('a multipart form keeps no file if the callback fails', async () => {
  const reading = read(bodyOf(formBody([photoPart(Buffer.from('first'))])), async () => {
    throw new Error('it went wrong');
  });
  expect(await outcomeOf(reading)).toBe('it went wrong');
  expect(await listPhotoFiles()).toEqual([]);
});

test('C24: a multipart form is abandoned if it stalls in a file, before the first part or after the end', async () => {
  for (const start of [
    '',
    '--the-',
    partHead({ name: 'photos', fileName: 'a.jpg' }),
    `${partHead({ name: 'a' })}b\r\n${FORM_END}`,
  ]) {
    const body = new PassThrough();
    body.write(`\r\n${start}`);
    expect(await outcomeOf(read(body, async () => 'used')), start).toBe('UPLOAD_BROKEN');
  }
  expect(await listPhotoFiles()).toEqual([]);
});

test('C24: a multipart form is abandoned at once if it is cut before reading begins', async () => {
  const body = new PassThrough();
  body.destroy();
  const startedAt = performance.now();
  const reading = readMultipart({ body, contentType: MULTIPART, folder }, async () => 'used');
  expect(await outcomeOf(reading)).toBe('UPLOAD_BROKEN');
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

test.each([
  ['too many fields', Array.from({ length: 41 }, (_, at) => ({ name: `field${at}`, value: '1' }))],
  ['a file in the wrong field', [{ name: 'logo', fileName: 'a.jpg', value: 'x' }]],
  ['a path as a field', [{ name: '../../photos', fileName: '../../../etc/passwd', value: 'x' }]],
  ['too long a field', [{ name: 'description', value: 'x'.repeat(16 * 1024 + 1) }]],
])('C24: a multipart form is refused with %s', async (what, parts) => {
  const outcome = await outcomeOf(read(bodyOf(formBody(parts)), async () => 'used'));
  expect(outcome).toBe(what === 'too long a field' ? 'PAYLOAD_TOO_LARGE' : 'INVALID_INPUT');
  expect(await listPhotoFiles()).toEqual([]);
});

test('B18: a field called __proto__ is a field like any other', async () => {
  const form = formBody([{ name: '__proto__', value: 'x' }]);
  const fields = await read(bodyOf(form), async (given) => given.fields);
  expect(Object.keys(fields)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
});
