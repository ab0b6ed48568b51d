export type KnownRefusal = { code: string; status: number; fields: Record<string, string> }

/** What the server answered instead (a refusal, or with status 500 and more its own trouble), or null without an answer. */
export function refusalOf(error: unknown): KnownRefusal | null {
  const { code, status, data }: { code?: unknown; status?: unknown; data?: unknown } = Object(error)
  if (typeof code !== 'string' || typeof status !== 'number' || status === 0) return null
  const fields = Object.entries(Object(Object(data).fields)).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { code, status, fields: Object.fromEntries(fields) }
}

/** Whether asking again could bring another answer. */
export const canRetry = (failures: number, error: unknown) => failures < 1 && (refusalOf(error)?.status ?? 500) >= 500
