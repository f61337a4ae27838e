import jsQR from 'jsqr';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { QrCode } from '#ui/qr-code.tsx';

const PIXELS = 400;

async function scan(svg: string): Promise<string | undefined> {
  const named = svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
  const { data } = await sharp(Buffer.from(named))
    .resize(PIXELS)
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), PIXELS, PIXELS)?.data;
}

const drawn = (text: string) =>
  renderToStaticMarkup(<QrCode text={text} label="A code" className="w-52" />);

test.each([
  'https://soko.example/farm/12',
  'otpauth://totp/SokoShamba:Achieng?secret=JBSWY3DPEHPK3PXP&issuer=SokoShamba',
])('a scanner reads %s', async (text) => {
  expect(await scan(drawn(text))).toBe(text);
  expect(drawn(text)).toContain('aria-label="A code"');
});
