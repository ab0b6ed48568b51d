/** The names of a list that commas part, each once and in one order. */
export const namesIn = (list: string | undefined): string[] =>
  [
    ...new Set(
      (list ?? '')
        .slice(0, 2_000)
        .split(',')
        .map((name) => name.trim()),
    ),
  ]
    .filter(Boolean)
    .sort()
