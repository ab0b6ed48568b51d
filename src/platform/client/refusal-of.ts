/** `text` is a sentence by the server that the page shows, for refusals whose text depends on a setting or a limit. */
export type KnownRefusal = { code: string; status: number; fields: Record<string, string>; text?: string | undefined }

/** Reads an error response: a refusal, or a server error with status 500 or higher. Null if no response arrived. */
export function refusalOf(error: unknown): KnownRefusal | null {
  const { code, status, data }: { code?: unknown; status?: unknown; data?: unknown } = Object(error)
  if (typeof code !== 'string' || typeof status !== 'number' || status === 0) return null
  const fields = Object.entries(Object(Object(data).fields)).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { code, status, fields: Object.fromEntries(fields), text: Object(data).text }
}

/** True if the request should be sent once more: it has failed once, with a server error or without a response. */
export const canRetry = (failures: number, error: unknown) => failures < 1 && (refusalOf(error)?.status ?? 500) >= 500
