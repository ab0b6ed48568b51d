import { createServer, type IncomingMessage, type Server } from 'node:http'

/**
 * The HTTP server with its limits for slow clients. Node checks for slow requests at intervals, by default of 30 s, so without
 * the shorter interval headers that never end would be cut after 10 to 40 s instead of 10.
 */
export function createHttpServer({ headersMs = 10_000, requestMs = 30_000 } = {}): Server {
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.ceil(headersMs / 10),
    maxHeaderSize: 16_384,
    keepAliveTimeout: 65_000,
  })
  server.maxRequestsPerSocket = 10_000
  return server
}

/** True for more than one Host header: a proxy in front may read another one than we do. Node itself takes the first. */
export function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts > 1
}
