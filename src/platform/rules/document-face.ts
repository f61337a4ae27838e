/** The palette of look.css, for letters and PDF files, which have no stylesheet. */
export const documentColours = {
  paper: '#faf7ef',
  card: '#fffdf8',
  line: '#e6dfcf',
  ink: '#17261d',
  muted: '#4c5c52',
  leaf: '#1f6b43',
} as const;
