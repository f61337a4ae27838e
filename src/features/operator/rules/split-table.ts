/** `firstLine` is its number in the file. */
export type TablePart = { firstLine: number; text: string };

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
