declare module '@adobe/structured-data-validator' {
  type Issue = { issueMessage: string; severity: 'ERROR' | 'WARNING'; errorType?: string };
  // biome-ignore lint/style/noDefaultExport: the package has one
  export default class Validator {
    constructor(vocabulary?: object);
    validate(extracted: object): Promise<Issue[]>;
  }
}

declare module '@marbec/web-auto-extractor' {
  // biome-ignore lint/style/noDefaultExport: the package has one
  export default class WebAutoExtractor {
    constructor(options?: { addLocation?: boolean });
    parse(html: string): object;
  }
}
