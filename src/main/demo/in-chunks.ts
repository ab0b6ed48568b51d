const chunkSize = 500

/** Passes the rows to `insert` in chunks of 500: few round trips, and never more parameters than a statement may have. */
export async function inChunks<Row>(rows: readonly Row[], insert: (chunk: Row[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += chunkSize) await insert(rows.slice(from, from + chunkSize))
}
