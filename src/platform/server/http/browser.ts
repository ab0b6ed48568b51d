/** The request headers in which browsers differ, as one text. */
export const browserOf = (header: (name: string) => string | null | undefined): string =>
  ['user-agent', 'accept-language', 'sec-ch-ua'].map((name) => header(name) ?? '').join('\n')
