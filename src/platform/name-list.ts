/** Splits a comma-separated list into sorted, unique names. Ignores everything after 2,000 characters. */
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
