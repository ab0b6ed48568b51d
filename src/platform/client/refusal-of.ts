/** `text`: a sentence of the server for the reader, for refusals that depend on a setting or a limit. */
export type KnownRefusal = { code: string; status: number; fields: Record<string, string>; text?: string | undefined }

/** Reads the server's error answer (a refusal, or a server error with status 500 or higher); null if no answer arrived. */
export function refusalOf(error: unknown): KnownRefusal | null {
  const { code, status, data }: { code?: unknown; status?: unknown; data?: unknown } = Object(error)
  if (typeof code !== 'string' || typeof status !== 'number' || status === 0) return null
  const fields = Object.entries(Object(Object(data).fields)).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { code, status, fields: Object.fromEntries(fields), text: Object(data).text }
}

/** True if a retry could succeed: after the first failure only, without an answer or after a server error. */
export const canRetry = (failures: number, error: unknown) => failures < 1 && (refusalOf(error)?.status ?? 500) >= 500
