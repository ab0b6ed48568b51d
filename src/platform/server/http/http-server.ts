import { createServer, type IncomingMessage, type Server } from 'node:http'

/**
 * The HTTP server with its limits for slow clients. Node looks for slow requests every 30 s by default. The shorter interval here ends
 * requests with endless headers after 10 s; with the default it could take 40 s.
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

/** True for more than one Host header. Node uses the first one, and a proxy could have used another. */
export function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts > 1
}
