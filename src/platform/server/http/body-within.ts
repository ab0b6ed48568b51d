/**
 * Returns the request with a body of at most `mostBytes`, or null if it is larger. A body without a length is read here, up to
 * the limit; for the others Node enforces the length.
 */
export async function bodyWithin(request: Request, mostBytes: number): Promise<Request | null> {
  if (!request.headers.has('transfer-encoding')) return Number(request.headers.get('content-length') ?? 0) > mostBytes ? null : request
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for (const reader = request.body?.getReader(); reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.length
    if (bytes > mostBytes) return null
    parts.push(value)
  }
  const headers = new Headers(request.headers)
  headers.delete('transfer-encoding')
  headers.set('content-length', String(bytes))
  const body = bytes > 0 ? new Blob(parts) : null
  return new Request(request.url, { method: request.method, headers, body, signal: request.signal })
}
