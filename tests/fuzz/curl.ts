import { bytesOf, type RawRequest } from './raw-client.ts'

const mostShown = 3_000

/** A shell command that sends the same bytes again to $ORIGIN, for example http://127.0.0.1:3000. */
export function curlOf(rawRequest: RawRequest): string {
  const all = bytesOf(rawRequest)
  if (rawRequest.isBroken || !/^[\x21-\x7e]+$/.test(rawRequest.target)) return `echo ${cut(all.toString('base64'))} | base64 -d | nc -q 2 127.0.0.1 3000`
  const headers = rawRequest.headers.filter(([name]) => !['host', 'content-length', 'transfer-encoding'].includes(name))
  const parts = [
    `curl -sS -i --path-as-is -g -X ${rawRequest.method}`,
    ...headers.map(([name, value]) => (/^http:\/\/127/.test(value) ? `-H "${name}: $ORIGIN"` : `-H ${quoted(`${name}: ${value}`)}`)),
  ]
  if (!rawRequest.body?.length) return [...parts, `"$ORIGIN"${quoted(rawRequest.target)}`].join(' ')
  const body = rawRequest.body.toString('latin1')
  const isPlain = /^[\x20-\x7e]*$/.test(body)
  const line = [...parts, '--data-binary', isPlain ? quoted(cut(body)) : '@-', `"$ORIGIN"${quoted(rawRequest.target)}`].join(' ')
  return isPlain ? line : `echo ${cut(rawRequest.body.toString('base64'))} | base64 -d | ${line}`
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const cut = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown)}...(${text.length} in all)` : text)
