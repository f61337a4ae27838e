export const colours = {
  ink: '#17261d',
  paper: '#faf7ef',
  leaf: '#1f6b43',
  maize: '#f2b134',
} as const;

/** An SVG of this size, in user units. */
export function sheet({
  width,
  height,
  body,
}: {
  width: number;
  height: number;
  body: string;
}): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>\n`;
}
